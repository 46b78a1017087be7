import { randomUUID } from 'node:crypto';
import type { Exam } from '#domain/courses/exam';
import { cutBefore } from '#domain/cut';
import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import { isOfKind } from '#domain/exams/kinds/file/file-kinds';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import type { Reader } from '#server/db/client';
import { keepFiles } from '#server/db/given-up/given-up-sql';
import { putForNow } from '#server/db/given-up/put-for-now';
import { removeAtOnce } from '#server/db/given-up/remove-at-once';
import { holdTurn } from '#server/db/hold-turn';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { selectAttempt } from '../sql.ts';
import { insertFile, selectFileUse } from './file-sql.ts';

/** Files one may upload for a question; more would only fill the store. */
const MAX_FILES = 20;
const MEGABYTE = 1_000_000;
/** Of all files of an attempt, and of all attempts of somebody that are open. */
const MAX_OF_ATTEMPT = 100 * MEGABYTE;
const MAX_OF_ACCOUNT = 200 * MEGABYTE;
/** Of what somebody uploads in as many days as a late answer may still name it, whatever became of the attempts. */
const MAX_OF_DAYS = 500 * MEGABYTE;
/** A file for each question, and one in its place: so much an exam takes whatever was uploaded elsewhere (decision 299). */
const FILES_ASKED_FOR = 2;

interface FilePlace {
  readonly attemptId: string;
  readonly question: string;
  readonly userId: string;
  readonly bytes: number;
  readonly since: Date;
  readonly exam: Exam;
}

/**
 * Keeps a file for an open attempt. It is handed in by the answer that names it. Fails with ATTEMPT_NOT_FOUND,
 * ATTEMPT_CLOSED, UNSUPPORTED_FILE and BODY_TOO_LARGE.
 */
export async function uploadFile(
  services: Services,
  caller: Caller,
  { file, id, question: questionId }: { id: string; question: string; file: File },
): Promise<{ id: string; name: string; bytes: number }> {
  const { clock, db } = services;
  const { userId } = signedIn(caller);
  const attempt = await selectAttempt(db.kysely, id);
  const question = attempt?.exam.questions.find((each) => each.id === questionId);
  if (attempt?.user_id !== userId || question?.kind !== 'file') throw new Failure('ATTEMPT_NOT_FOUND');
  const since = new Date(clock.now().getTime() - LATE_DAYS * 86_400_000);
  const place = { attemptId: id, question: questionId, userId, bytes: file.size, since, exam: attempt.exam };
  await refuseTooMany(db.kysely, place);
  if (file.size === 0 || file.size > question.maxMegabytes * MEGABYTE)
    throw refusal('BODY_TOO_LARGE', m.faults_file_empty_or_larger({ megabytes: question.maxMegabytes }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = cutBefore(file.name.normalize('NFC').replace(/[\p{Cc}\p{Cf}/\\"]/gu, '_'), 120);
  if (!isOfKind(question.accept, name, bytes))
    throw refusal('UNSUPPORTED_FILE', m.faults_file_type_not_accepted());
  const fileId = randomUUID();
  const key = `${fileId}.upload`;
  await putForNow(services, key, bytes);
  const now = clock.now();
  const keep = db.transaction(async (trx) => {
    // Uploads of one account are counted one after the other.
    await holdTurn(trx, `exam files of ${userId}`);
    await refuseTooMany(trx, place);
    const file = { id: fileId, attemptId: id, question: questionId, name, bytes: bytes.length };
    if (!(await insertFile(trx, file, now))) throw new Failure('ATTEMPT_CLOSED');
    await keepFiles(trx, [key], now);
    await recordAudit(trx, caller, {
      action: 'exam.upload',
      entity: 'exam_attempt',
      entityId: id,
      after: { question: questionId, file: fileId, bytes: bytes.length },
    });
  });
  await keep.catch(async (error: unknown) => {
    await removeAtOnce(services, [key]);
    throw error;
  });
  return { id: fileId, name, bytes: bytes.length };
}

async function refuseTooMany(db: Reader, { bytes, exam, ...place }: FilePlace): Promise<void> {
  const { files, is_repeated, of_account, of_attempt, of_days } = await selectFileUse(db, place);
  const askedFor = bytesAskedFor(exam);
  const ofAttempt = Math.max(MAX_OF_ATTEMPT, askedFor);
  const ofAccount = Math.max(MAX_OF_ACCOUNT, askedFor);
  // Without end are only attempts that may be begun again and again.
  const isBounded = exam.settings.attempts !== null || !is_repeated;
  if (files >= MAX_FILES)
    throw refusal('BODY_TOO_LARGE', m.faults_at_most_files_of_question({ number: MAX_FILES }));
  if (of_attempt + bytes > ofAttempt)
    throw refusal('BODY_TOO_LARGE', m.faults_files_of_attempt({ megabytes: ofAttempt / MEGABYTE }));
  const isAskedFor = isBounded && of_attempt + bytes <= askedFor;
  if (of_account + bytes > ofAccount && !isAskedFor)
    throw refusal('BODY_TOO_LARGE', m.faults_files_of_open_attempts({ megabytes: ofAccount / MEGABYTE }));
  if (of_days + bytes > MAX_OF_DAYS && !isAskedFor)
    throw refusal(
      'BODY_TOO_LARGE',
      m.faults_files_of_days({ days: LATE_DAYS, megabytes: MAX_OF_DAYS / MEGABYTE }),
    );
}

function bytesAskedFor({ questions }: Exam): number {
  const megabytes = questions.map((each) => (each.kind === 'file' ? each.maxMegabytes : 0));
  return FILES_ASKED_FOR * MEGABYTE * megabytes.reduce((sum, each) => sum + each, 0);
}

function refusal(code: 'BODY_TOO_LARGE' | 'UNSUPPORTED_FILE', words: string): Failure {
  return new Failure(code, { fields: { file: words } });
}
