import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Reader } from '#server/db/client';
import { selectVersionId } from './paper-sql.ts';
import { renderExam } from './render-exam.ts';

/** The exam as it is now, kept for the attempts that are asked or graded by it; its texts are rendered once, those of `html` not at all. */
export async function ensureVersion(
  db: Reader,
  sectionId: string,
  exam: Exam,
  html: Readonly<Record<string, string>> = {},
): Promise<string> {
  const kept = JSON.stringify(exam);
  const fingerprint = createHash('sha256').update(kept).digest('hex');
  const known = await selectVersionId(db, sectionId, fingerprint);
  if (known) return known;
  // What could not be read again must not be asked.
  storedExam(JSON.parse(kept));
  const byText = await renderExam(exam, html);
  const { rows } = await sql<{ id: string }>`
    insert into exam_versions (section_id, fingerprint, exam, html)
    values (${sectionId}, ${fingerprint}, ${kept}::jsonb, ${JSON.stringify(byText)}::jsonb)
    on conflict on constraint exam_versions_fingerprint_key do nothing returning id`.execute(db);
  const id = rows[0]?.id ?? (await selectVersionId(db, sectionId, fingerprint));
  if (!id) throw new Error('the version of an exam was removed while it was made');
  return id;
}
