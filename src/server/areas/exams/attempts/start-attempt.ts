import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ExamAttempt } from '#contract/exams/exams';
import { canTakeExam } from '#domain/access/content/can-take-exam';
import { accommodate } from '#domain/exams/accommodate';
import { mayStart } from '#domain/exams/attempts/may-start';
import { deadlineOf } from '#domain/exams/exam-settings';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import { refuseLocked } from '#server/areas/learning/refuse-locked';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { holdTurn } from '#server/db/hold-turn';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { awaitAccommodations, selectGranted, toAccommodation } from '../accommodations/accommodation-sql.ts';
import { drawExam } from '../paper/draw-exam.ts';
import { findVersion, keepVersion } from '../paper/keep-version.ts';
import { loadRound } from '../paper/load-round.ts';
import { toPaper } from '../paper/to-paper.ts';
import { selectAttempt, selectExam, selectOwnAttempts } from '../sql.ts';
import { closeAttempt } from './close-attempt.ts';
import { toAttempt } from './to-attempt.ts';

/**
 * Begins an attempt, or goes on with the one that is open: a double click, a second tab and another device find the same.
 * Fails with SECTION_NOT_FOUND, TIER_REQUIRED, NOT_ENROLLED, SECTION_LOCKED and EXAM_NOT_OPEN.
 */
export async function startAttempt(
  { clock, db, log }: Services,
  caller: Caller,
  { sectionId }: { sectionId: string },
): Promise<ExamAttempt> {
  const { userId } = signedIn(caller);
  const row = await selectExam(db.kysely, { sectionId, userId });
  const exam = storedExam(row?.exam);
  if (!row || !exam || (exam.questions.length === 0 && exam.draws.length === 0))
    throw new Failure('SECTION_NOT_FOUND');
  authorise(canTakeExam(caller.viewer, factsOf(row)), 'SECTION_NOT_FOUND');
  if (!row.enrolled) throw new Failure('NOT_ENROLLED');
  const own = await selectOwnAttempts(db.kysely, { sectionId, userId });
  // Who has started continues, whatever rules an author sets afterwards.
  if (own.length === 0)
    await refuseLocked({ clock, db }, caller, { courseId: row.course_id, sectionId, userId });
  const now = clock.now();
  const open = own.find(({ submitted_at }) => submitted_at === null);
  if (open && !(open.deadline_at && open.deadline_at <= now)) return show(db, caller, { id: open.id, now });
  // In a transaction of its own: it locks the attempt before the enrolment, as handing in does.
  if (open) await db.transaction((trx) => closeAttempt(trx, caller, { id: open.id, now }));
  // Its id decides what it draws; when a second click was faster, neither is used.
  const newId = randomUUID();
  const drawn = await drawExam(db.kysely, { exam, seed: newId, log, otherwise: 'EXAM_NOT_OPEN' });
  if (drawn.questions.length === 0) throw new Failure('EXAM_NOT_OPEN');
  const version = await findVersion(db.kysely, sectionId, drawn);
  const id = await db.transaction(async (trx) => {
    // Two clicks at one moment come one after the other: the second finds what the first began.
    await holdTurn(trx, `exam ${userId} ${sectionId}`);
    const { attempts, taken } = await loadRound(trx, { sectionId, userId, now });
    const open = attempts.find(({ submitted_at }) => submitted_at === null);
    if (open) return open.id;
    await awaitAccommodations(trx, userId);
    const granted = await selectGranted(trx, { userId, sectionId });
    const settings = accommodate(exam.settings, granted.map(toAccommodation));
    if (!mayStart(settings, taken, now).ok) throw new Failure('EXAM_NOT_OPEN');
    // Here, so that nothing is kept of an attempt that doesn't begin.
    const versionId = await keepVersion(trx, version);
    const [first] = settings.navigation === 'forward' ? toPaper(drawn, { id: newId, html: {} }) : [];
    await sql`
      insert into exam_attempts (id, user_id, section_id, version_id, number, started_at, deadline_at, current_question)
      values (${newId}, ${userId}, ${sectionId}, ${versionId}, ${attempts.length + 1}, ${now},
        ${deadlineOf(settings, now)}, ${first?.id ?? null})`.execute(trx);
    await recordAudit(trx, caller, { action: 'exam.start', entity: 'exam_attempt', entityId: newId });
    return newId;
  });
  return show(db, caller, { id, now });
}

async function show(
  db: Services['db'],
  { viewer }: Caller,
  { id, now }: { id: string; now: Date },
): Promise<ExamAttempt> {
  const attempt = await selectAttempt(db.kysely, id);
  if (!attempt) throw new Failure('EXAM_NOT_OPEN');
  return toAttempt(db.kysely, attempt, { now, viewer });
}
