import { sql, type Transaction } from 'kysely';
import type { Invitation } from '#contract/administration/invitations';
import { INVITATION_DAYS, type InvitationState, invitationState } from '#domain/accounts/invitation';
import type { Tier } from '#domain/tiers';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

interface Row {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
  readonly invited_by: string | null;
  readonly created_at: Date;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly withdrawn_at: Date | null;
}

interface Wanted {
  readonly state: InvitationState | null;
  readonly contains: string;
  readonly after: Cursor | null;
  readonly limit: number;
  readonly now: Date;
}

/** A page of invitations, newest first. */
export async function selectInvitations(
  db: Reader,
  { after, contains, limit, now, state }: Wanted,
): Promise<(Row & { readonly at: string })[]> {
  const like = containing(contains);
  const { rows } = await sql<Row & { at: string }>`
    select i.id, i.email, i.tier, i.is_admin, u.name as invited_by, i.created_at, i.sent_at, i.expires_at, i.accepted_at,
      i.withdrawn_at, i.created_at::text as at
    from invitations i left join users u on u.id = i.invited_by
    where (${contains} = '' or i.email ilike ${like})
      and (${state}::text is null or ${state} = case when i.accepted_at is not null then 'accepted'
        when i.withdrawn_at is not null then 'withdrawn' when i.expires_at <= ${now} then 'expired' else 'open' end)
      and ${isOlder(after, sql`i.created_at`, sql`i.id`)}
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Whether an invitation `i` may make what it says: only an administrator makes another one. */
const isBacked = sql<boolean>`(not i.is_admin or exists (
  select from members m where m.id = i.invited_by and m.is_admin and m.is_enabled))`;

/** Nobody else changes it until the transaction ends. `is_backed`: whoever sent it may still give what it promises. */
export async function lockInvitation(
  trx: Transaction<DB>,
  id: string,
): Promise<(Row & { readonly is_backed: boolean }) | undefined> {
  const { rows } = await sql<Row & { is_backed: boolean }>`
    select i.id, i.email, i.tier, i.is_admin, u.name as invited_by, i.created_at, i.sent_at, i.expires_at, i.accepted_at,
      i.withdrawn_at, ${isBacked} as is_backed
    from invitations i left join users u on u.id = i.invited_by where i.id = ${id} for update of i`.execute(
    trx,
  );
  return rows[0];
}

/** Which of these addresses have an account of somebody, and which have an invitation that is open. */
export async function selectKnown(db: Reader, emails: readonly string[], now: Date) {
  const { rows } = await sql<{ email: string; kind: 'account' | 'invitation' }>`
    select email, 'account' as kind from users
    where email = any (${emails}::text[]) and (email_verified or disabled_at is not null)
    union all select email, 'invitation' from invitations
    where email = any (${emails}::text[]) and withdrawn_at is null and accepted_at is null and expires_at > ${now}`.execute(
    db,
  );
  return new Map(rows.map(({ email, kind }) => [email, kind]));
}

export const expiryOf = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000);

export function toInvitation(row: Row, now: Date): Invitation {
  const { accepted_at: acceptedAt, expires_at: expiresAt, withdrawn_at: withdrawnAt } = row;
  return {
    id: row.id,
    email: row.email,
    tier: row.tier,
    role: row.is_admin ? 'admin' : 'user',
    state: invitationState({ acceptedAt, expiresAt, withdrawnAt }, now),
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The plans that a list may name instead of a tier. */
export function selectPlanNames(db: Reader) {
  return db.selectFrom('subscription_plans').select(['name', 'tier']).orderBy('id').execute();
}

/** The address that an open invitation is for, where whoever sent it may still give what it promises. */
export async function selectInvited(
  db: Reader,
  id: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const { rows } = await sql<{ email: string }>`
    select i.email from invitations i
    where i.id = ${id} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}
      and ${isBacked}`.execute(db);
  return rows[0];
}

/** Whether an invitation makes an administrator. */
export async function invitesAdministrator(db: Reader, id: string): Promise<boolean> {
  const known = db.selectFrom('invitations').select('is_admin').where('id', '=', id);
  return (await known.executeTakeFirst())?.is_admin ?? false;
}
