import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Retained } from '#domain/site/retention';
import type { DB } from '#server/db/types';

const SIGN_INS = sql`a.action in ('account.sign-in', 'account.sign-out')`;

/** The oldest records of each kind that are older than `border`, at most so many. */
const OLD: Readonly<Record<Retained, (border: Date, limit: number) => RawBuilder<unknown>>> = {
  signIns: (border, limit) => sql`
    delete from audit_log where id in (
      select id from audit_log a where a.at < ${border} and ${SIGN_INS} order by a.at limit ${limit})`,
  audit: (border, limit) => sql`
    delete from audit_log where id in (
      select id from audit_log a where a.at < ${border} and not ${SIGN_INS} order by a.at limit ${limit})`,
  emails: (border, limit) => sql`
    delete from mail_outbox where id in (
      select id from mail_outbox where created_at < ${border} and (sent_at is not null or failed_at is not null)
      limit ${limit} for update skip locked)`,
  notifications: (border, limit) => sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${border} and not digest_due limit ${limit} for update skip locked)`,
  examFiles: (border, limit) => sql`
    delete from exam_files where id in (
      select f.id from exam_files f join exam_attempts a on a.id = f.attempt_id
      where f.created_at < ${border} and a.submitted_at < ${border} and not a.waiting
      order by f.created_at limit ${limit})`,
};

/** Deletes some of the records that are older than `border`; answers how many. */
export async function deleteOld(
  trx: Transaction<DB>,
  kind: Retained,
  { border, limit }: { border: Date; limit: number },
): Promise<number> {
  if (kind === 'audit' || kind === 'signIns')
    await sql`select set_config('lectern.audit_before', ${border.toISOString()}, true)`.execute(trx);
  const { numAffectedRows = 0n } = await OLD[kind](border, limit).execute(trx);
  return Number(numAffectedRows);
}
