import { type RawBuilder, sql, type Transaction } from 'kysely';
import { TOLD_ONCE } from '#domain/notifications/kinds';
import { EVIDENT_PAGES, KEPT_REVISIONS, type Retained } from '#domain/site/retention';
import type { DB } from '#server/db/types';

const SIGN_INS = sql`a.action in ('account.sign-in', 'account.sign-out')`;

/** Old notice events that nothing is left of: no notification, and no email, by which an erasure would look for them. */
const spentEvents = (border: Date, limit: number) => sql`
  delete from notice_events where id in (
    select e.id from notice_events e
    where e.created_at < ${border} and e.delivered_at < ${border} and e.kind <> all (${[...TOLD_ONCE]}::text[])
      and not exists (select from notifications n where n.event_id = e.id)
      and not exists (select from mail_outbox m where split_part(m.event_key, ':', 2) = e.id::text)
    limit ${limit} for update skip locked)`;

/** Old revisions of pages and of questions, beyond the newest of each. */
const OLD_REVISIONS = {
  pages: (border: Date, limit: number) => sql`
    delete from page_revisions where id in (
      select r.id from page_revisions r
      where r.saved_at < ${border} and r.page <> all (${[...EVIDENT_PAGES]}::text[])
        and r.version <= (select version from page_revisions newer where newer.page = r.page
          order by version desc offset ${KEPT_REVISIONS} limit 1)
      limit ${limit})`,
  questions: (border: Date, limit: number) => sql`
    delete from bank_question_versions where (question_id, version) in (
      select v.question_id, v.version from bank_question_versions v
      where v.saved_at < ${border} and v.version <= (
        select version from bank_question_versions newer where newer.question_id = v.question_id
        order by version desc offset ${KEPT_REVISIONS} limit 1)
      limit ${limit})`,
};

type Deletion = (border: Date, limit: number) => RawBuilder<unknown>;

/** The oldest records of each kind that are older than `border`, at most so many. */
const OLD: Readonly<Record<Retained, readonly Deletion[]>> = {
  signIns: [
    (border, limit) => sql`
    delete from audit_log where id in (
      select id from audit_log a where a.at < ${border} and ${SIGN_INS} order by a.at limit ${limit})`,
  ],
  audit: [
    (border, limit) => sql`
    delete from audit_log where id in (
      select id from audit_log a where a.at < ${border} and not ${SIGN_INS} order by a.at limit ${limit})`,
  ],
  emails: [
    (border, limit) => sql`
    delete from mail_outbox where id in (
      select id from mail_outbox where created_at < ${border} and (sent_at is not null or failed_at is not null)
      limit ${limit} for update skip locked)`,
  ],
  notifications: [
    (border, limit) => sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${border} and not digest_due limit ${limit} for update skip locked)`,
    spentEvents,
  ],
  revisions: [OLD_REVISIONS.pages, OLD_REVISIONS.questions],
  examFiles: [
    (border, limit) => sql`
    delete from exam_files where id in (
      select f.id from exam_files f join exam_attempts a on a.id = f.attempt_id
      where f.created_at < ${border} and a.submitted_at < ${border} and not a.waiting
      order by f.created_at limit ${limit})`,
  ],
};

/** Deletes some of the records that are older than `border`; answers how many. */
export async function deleteOld(
  trx: Transaction<DB>,
  kind: Retained,
  { border, limit }: { border: Date; limit: number },
): Promise<number> {
  if (kind === 'audit' || kind === 'signIns')
    await sql`select set_config('lectern.audit_before', ${border.toISOString()}, true)`.execute(trx);
  let count = 0;
  for (const deletion of OLD[kind]) {
    const { numAffectedRows = 0n } = await deletion(border, limit - count).execute(trx);
    count += Number(numAffectedRows);
  }
  return count;
}
