import { sql, type Transaction } from 'kysely';
import type { Seconds } from '#domain/billing/facts';
import { type KnownTrial, OFFER_SECONDS } from '#domain/billing/trial';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export function selectVerifiedEmail(db: Reader, userId: string): Promise<{ email: string } | undefined> {
  return db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst();
}

export async function selectTrial(db: Reader, mailboxHash: string): Promise<KnownTrial | undefined> {
  const { rows } = await sql<KnownTrial>`
    select account_id as "accountId", floor(extract(epoch from offered_at))::float8 as "offeredAt",
      floor(extract(epoch from started_at))::float8 as "startedAt"
    from billing_trials where mailbox_hash = ${mailboxHash} and livemode = payments_livemode()`.execute(db);
  return rows[0];
}

/** Whether the mailbox is this account's to try with from now on; another account may have been faster. */
export async function claimTrial(
  trx: Transaction<DB>,
  { accountId, mailboxHash, now }: { mailboxHash: string; accountId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into billing_trials (mailbox_hash, account_id, offered_at) values (${mailboxHash}, ${accountId}, ${now})
    on conflict (mailbox_hash, livemode) do update set account_id = excluded.account_id, offered_at = excluded.offered_at
    where billing_trials.started_at is null and (billing_trials.account_id = excluded.account_id
      or billing_trials.offered_at <= excluded.offered_at - make_interval(secs => ${OFFER_SECONDS satisfies Seconds}))
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** Notes that an account's trial has started, under every mailbox it was offered to and the one it has now. */
export async function insertStartedTrial(
  trx: Transaction<DB>,
  { accountId, mailboxHash, now }: { mailboxHash: string | null; accountId: string; now: Date },
): Promise<void> {
  await sql`update billing_trials set started_at = ${now} where account_id = ${accountId} and livemode = payments_livemode() and started_at is null`.execute(
    trx,
  );
  if (mailboxHash === null) return;
  await sql`
    insert into billing_trials (mailbox_hash, account_id, offered_at, started_at)
    values (${mailboxHash}, ${accountId}, ${now}, ${now})
    on conflict (mailbox_hash, livemode) do update set started_at = coalesce(billing_trials.started_at, excluded.started_at)`.execute(
    trx,
  );
}

/** Sets the day on which the hashes of deleted accounts are forgotten, two years later, and forgets those whose day has come. */
export async function deleteOldTrials(db: Reader, now: Date): Promise<number> {
  await sql`
    update billing_trials t set forget_at = ${now}::timestamptz + interval '2 years'
    from billing_accounts a
    where a.id = t.account_id and a.user_id is null and t.forget_at is null and t.started_at is not null`.execute(
    db,
  );
  const { rows } = await sql`
    delete from billing_trials
    where forget_at <= ${now} or (started_at is null and offered_at < ${now}::timestamptz - interval '2 days')
    returning 1`.execute(db);
  return rows.length;
}
