/** How often somebody may do in a day what leaves rows that stay: far more than anybody needs. */
export const DAILY_LIMITS = {
  /** Of each kind and account, paid or not: what was agreed to and what the provider was asked stay. */
  orders: 30,
  /** And replies, of each account; administrators write as many as they like. */
  comments: 200,
  /** Emails of a team to people whom it invites, besides one for each seat that is paid for. */
  teamInvitations: 50,
} as const;
