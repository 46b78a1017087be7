/**
 * Tables that come back empty: what is in them opens something now (sessions, links, codes, replies that carry a
 * session), and a copy that lies somewhere must not. After a restore everybody signs in again.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'email_codes',
  'idempotency_keys',
  'passkey_challenges',
  'sessions',
  'verifications',
]);
