import type { ExamOverview } from '#contract/exams/exams';
import { canTakeExam } from '#domain/access/content/can-take-exam';
import { accommodate } from '#domain/exams/accommodate';
import { mayStart } from '#domain/exams/attempts/may-start';
import { countTaken } from '#domain/exams/draw';
import { waitsOf } from '#domain/exams/exam-settings';
import { countedResult, finalResult } from '#domain/exams/results/counted-result';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { selectPools } from '#server/areas/banks/questions/question-sql';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import { refuseLocked } from '#server/areas/learning/refuse-locked';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectGranted, toAccommodation } from '../accommodations/accommodation-sql.ts';
import { selectExamAt } from '../sql.ts';
import { loadRound } from './load-round.ts';

/** An exam before and after it is taken: its rules, the own attempts, whether another may begin. */
export async function getExam(
  { clock, db }: Services,
  caller: Caller,
  { key, slug }: { slug: string; key: string },
): Promise<ExamOverview> {
  const { userId } = signedIn(caller);
  const row = await selectExamAt(db.kysely, { slug, key, userId });
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canTakeExam(caller.viewer, factsOf(row)));
  const exam = storedExam(row.exam);
  if (!exam || !row.section_id) throw new Failure('SECTION_NOT_FOUND');
  const now = clock.now();
  const at = { sectionId: row.section_id, userId };
  const { attempts, counting, since, taken } = await loadRound(db.kysely, { ...at, now });
  // Who has started continues, whatever rules an author sets afterwards.
  if (attempts.length === 0) await refuseLocked({ clock, db }, caller, { courseId: row.course_id, ...at });
  const granted = await selectGranted(db.kysely, at);
  const settings = accommodate(exam.settings, granted.map(toAccommodation));
  const rule = { counts: settings.counts, passMark: exam.passMark };
  const counted = countedResult(counting.map(finalResult), rule);
  const next = mayStart(settings, taken, now);
  const pools = await selectPools(db.kysely, exam.draws);
  return {
    sectionId: row.section_id,
    courseId: row.course_id,
    courseTitle: row.course_title,
    title: row.title,
    questions: exam.questions.length + countTaken(exam.draws, pools),
    passMark: exam.passMark,
    timeLimit: settings.timeLimit,
    attemptsAllowed: settings.attempts,
    counts: settings.counts,
    navigation: settings.navigation,
    attemptsTaken: taken.count,
    countsSince: since?.toISOString() ?? null,
    waits: [...waitsOf(settings)],
    counted: counted && { ...counted, percent: wholePercent(counted.percent) },
    granted: granted.map((each) => ({ ...toAccommodation(each), reason: each.reason })),
    closesAt: settings.closesAt && new Date(settings.closesAt).toISOString(),
    introHtml: row.content_html,
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      waiting: attempt.waiting,
      percent: attempt.waiting || attempt.percent === null ? null : wholePercent(attempt.percent),
      passed: attempt.waiting ? null : attempt.passed,
      startedAt: attempt.started_at.toISOString(),
      submittedAt: attempt.submitted_at?.toISOString() ?? null,
    })),
    mayStart: next.ok ? 'yes' : next.reason,
    mayStartAt: next.ok ? null : (next.at?.toISOString() ?? null),
    asOf: now.toISOString(),
  };
}
