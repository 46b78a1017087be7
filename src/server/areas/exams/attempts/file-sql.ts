import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** Whether an attempt of a person that asks for a file can still be answered; null where there is no such attempt. */
export async function asksForFile(
  db: Reader,
  { id, now, userId }: { id: string; userId: string; now: Date },
): Promise<boolean | null> {
  const { rows } = await sql<{ is_open: boolean }>`
    select submitted_at is null and (deadline_at is null or deadline_at >= ${now}) as is_open
    from exam_attempts a where id = ${id} and user_id = ${userId} and exists (select from exam_versions v
      where v.id = a.version_id and v.exam @> '{"questions": [{"kind": "file"}]}')`.execute(db);
  return rows[0]?.is_open ?? null;
}

interface FileUse {
  readonly files: number;
  readonly of_attempt: number;
  readonly of_account: number;
  readonly of_days: number;
  readonly is_repeated: boolean;
}

/**
 * How many files there are for a question, and the bytes of all of the attempt, of the open attempts of the account, and of
 * what the account uploaded since then; and whether it began another attempt at the same exam since then.
 */
export async function selectFileUse(
  db: Reader,
  {
    attemptId,
    question,
    since,
    userId,
  }: { attemptId: string; question: string; userId: string; since: Date },
): Promise<FileUse> {
  const { rows } = await sql<FileUse>`
    select count(*) filter (where f.attempt_id = ${attemptId} and f.question = ${question})::int as files,
      coalesce(sum(f.bytes) filter (where f.attempt_id = ${attemptId}), 0)::float8 as of_attempt,
      coalesce(sum(f.bytes) filter (where a.submitted_at is null or a.id = ${attemptId}), 0)::float8 as of_account,
      coalesce(sum(f.bytes) filter (where f.created_at > ${since}), 0)::float8 as of_days,
      exists (select from exam_attempts o join exam_attempts t on t.section_id = o.section_id
        where t.id = ${attemptId} and o.id <> t.id and o.user_id = ${userId} and o.started_at > ${since}) as is_repeated
    from exam_attempts a join exam_files f on f.attempt_id = a.id where a.user_id = ${userId}`.execute(db);
  return rows[0] ?? { files: 0, of_attempt: 0, of_account: 0, of_days: 0, is_repeated: false };
}

/** Whether the file was added: an attempt that is over takes none. */
export async function insertFile(
  trx: Transaction<DB>,
  file: { id: string; attemptId: string; question: string; name: string; bytes: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with attempt as (
      select id from exam_attempts where id = ${file.attemptId} and submitted_at is null
        and (deadline_at is null or deadline_at >= ${now}) for share)
    insert into exam_files (id, attempt_id, question, name, bytes, created_at)
    select ${file.id}, id, ${file.question}, ${file.name}, ${file.bytes}, ${now} from attempt returning id`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface DeletedPage {
  readonly deleted: number;
  /** The last file that was looked at; null: none is behind it. */
  readonly last: string | null;
}

/** Deletes, of so many files behind one, those of attempts that ended before then which no answer names. */
export async function deleteUnnamedFiles(
  trx: Transaction<DB>,
  { after, before, limit }: { after: string | null; before: Date; limit: number },
): Promise<DeletedPage> {
  const { rows } = await sql<DeletedPage>`
    with page as materialized (
      select id, attempt_id from exam_files where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}),
    unnamed as (
      delete from exam_files where id in (
        select p.id from page p join exam_attempts a on a.id = p.attempt_id
        where a.submitted_at < ${before} and coalesce(a.deadline_at, a.submitted_at) < ${before}
          and not exists (select from exam_answers w
            where w.attempt_id = p.attempt_id and w.answer ->> 'file' = p.id::text)
          and not exists (select from exam_late_answers l
            where l.attempt_id = p.attempt_id and l.answer ->> 'file' = p.id::text)) returning id)
    select (select id from page order by id offset ${limit - 1}) as last,
      (select count(*)::int from unnamed) as deleted`.execute(trx);
  return rows[0] ?? { last: null, deleted: 0 };
}

/** Files that nothing names any more and that are to be removed from the store now. */
export async function selectFilesToRemove(
  db: Reader,
  { limit, now }: { now: Date; limit: number },
): Promise<{ key: string; failures: number }[]> {
  const { rows } = await sql<{ key: string; failures: number }>`
    select key, failures from files_to_remove where retry_at is null or retry_at <= ${now}
    order by retry_at nulls first, key limit ${limit}`.execute(db);
  return rows;
}
