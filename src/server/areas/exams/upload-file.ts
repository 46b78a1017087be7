import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isOfKind } from '#domain/exams/kinds/file/file-kinds';
import { signedIn } from '#server/areas/accounts/signed-in';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFiles } from './marking-sql.ts';
import { selectAttempt } from './sql.ts';

/** Files one may upload for a question; more would only fill the store. */
const MOST = 20;

/**
 * Keeps a file for an open attempt. It is handed in by the answer that names it. Fails with ATTEMPT_NOT_FOUND,
 * ATTEMPT_CLOSED, UNSUPPORTED_FILE and BODY_TOO_LARGE.
 */
export async function uploadFile(
  { clock, db, storage }: Services,
  caller: Caller,
  { file, id, question: questionId }: { id: string; question: string; file: File },
): Promise<{ id: string; name: string; bytes: number }> {
  const { userId } = signedIn(caller);
  const attempt = await selectAttempt(db.kysely, id);
  const question = attempt?.exam.questions.find((each) => each.id === questionId);
  if (attempt?.user_id !== userId || question?.kind !== 'file') throw new Failure('ATTEMPT_NOT_FOUND');
  const own = (await selectFiles(db.kysely, id)).filter((each) => each.question === questionId);
  if (own.length >= MOST) throw refusal('BODY_TOO_LARGE', `At most ${MOST} files can be uploaded here.`);
  if (file.size === 0 || file.size > question.maxMegabytes * 1_000_000)
    throw refusal(
      'BODY_TOO_LARGE',
      `The file may have at most ${question.maxMegabytes} MB, and must not be empty.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\"]/gu, '_')
    .slice(-120);
  if (!isOfKind(question.accept, name, bytes))
    throw refusal('UNSUPPORTED_FILE', 'This is not one of the kinds of files that are asked for.');
  const fileId = randomUUID();
  const key = `${fileId}.upload`;
  await storage.put(key, bytes);
  const now = clock.now();
  const keep = db.transaction(async (trx) => {
    const { rows } = await sql`
      with attempt as (
        select id from exam_attempts where id = ${id} and submitted_at is null
          and (deadline_at is null or deadline_at >= ${now}) for share)
      insert into exam_files (id, attempt_id, question, name, bytes, created_at)
      select ${fileId}, id, ${questionId}, ${name}, ${bytes.length}, ${now} from attempt returning id`.execute(
      trx,
    );
    if (rows.length === 0) throw new Failure('ATTEMPT_CLOSED');
    await recordAudit(trx, caller, {
      action: 'exam.upload',
      entity: 'exam_attempt',
      entityId: id,
      after: { question: questionId, file: fileId, bytes: bytes.length },
    });
  });
  await keep.catch(async (error: unknown) => {
    await storage.remove(key);
    throw error;
  });
  return { id: fileId, name, bytes: bytes.length };
}

function refusal(code: 'BODY_TOO_LARGE' | 'UNSUPPORTED_FILE', words: string): Failure {
  return new Failure(code, { fields: { file: words } });
}
