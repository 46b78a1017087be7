import type { ExamResultReply } from '#contract/exams';
import type { Exam } from '#domain/courses/exam';
import { accommodate } from '#domain/exams/accommodate';
import { countedResult } from '#domain/exams/counted-result';
import { showsFeedback } from '#domain/exams/shows-feedback';
import type { Reader } from '#server/db/client';
import { selectGranted, toAccommodation } from './accommodation-sql.ts';
import { type AttemptRow, selectOwnAttempts } from './sql.ts';

/** By which rule keys are seen, and whether they may be: as it holds for this person and by what the attempts come to. */
export async function feedbackOf(
  db: Reader,
  { has_passed, section_id: sectionId, user_id: userId }: AttemptRow,
  { exam: { passMark, settings }, now }: { exam: Exam; now: Date },
): Promise<ExamResultReply['feedback'] & { shows: boolean }> {
  const { counts, feedback } = settings;
  // Only what the rule asks for is read: handing in waits for this.
  const granted = feedback === 'after-closing' ? await selectGranted(db, { sectionId, userId }) : [];
  const isAsked = feedback === 'after-passing' && counts !== 'best';
  const attempts = isAsked ? await selectOwnAttempts(db, { sectionId, userId }) : [];
  const results = attempts.filter(({ waiting }) => !waiting);
  const hasPassed = isAsked ? (countedResult(results, { counts, passMark })?.passed ?? false) : has_passed;
  const own = accommodate(settings, granted.map(toAccommodation));
  const at = feedback === 'after-closing' && own.closesAt ? new Date(own.closesAt).toISOString() : null;
  return { rule: feedback, at, shows: showsFeedback(own, { hasPassed, now }) };
}
