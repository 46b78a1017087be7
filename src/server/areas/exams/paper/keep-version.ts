import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { selectVersionId } from './paper-sql.ts';
import { renderExam } from './render-exam.ts';

/** A version of an exam that is still to be kept. */
interface NewVersion {
  readonly sectionId: string;
  readonly fingerprint: string;
  readonly kept: string;
  readonly html: Readonly<Record<string, string>>;
}
/** What attempts are asked or graded by: a version to be kept, or the id of one that is. */
type Version = NewVersion | string;

/** The version of the exam as it is now; writes nothing. Its texts are rendered once, those of `html` not at all. */
export async function findVersion(
  db: Reader,
  sectionId: string,
  exam: Exam,
  html: Readonly<Record<string, string>> = {},
): Promise<Version> {
  const kept = JSON.stringify(exam);
  const fingerprint = createHash('sha256').update(kept).digest('hex');
  const known = await selectVersionId(db, sectionId, fingerprint);
  if (known) return known;
  // What could not be read again must not be asked.
  storedExam(JSON.parse(kept));
  return { sectionId, fingerprint, kept, html: await renderExam(exam, html) };
}

/** Keeps a version, in the transaction of what refers to it; answers its id. */
export async function keepVersion(trx: Transaction<DB>, version: Version): Promise<string> {
  if (typeof version === 'string') return version;
  const { fingerprint, html, kept, sectionId } = version;
  const { rows } = await sql<{ id: string }>`
    insert into exam_versions (section_id, fingerprint, exam, html)
    values (${sectionId}, ${fingerprint}, ${kept}::jsonb, ${JSON.stringify(html)}::jsonb)
    on conflict on constraint exam_versions_fingerprint_key do nothing returning id`.execute(trx);
  const id = rows[0]?.id ?? (await selectVersionId(trx, sectionId, fingerprint));
  if (!id) throw new Error('the version of an exam was removed while it was made');
  return id;
}
