import type { ExamResultReply } from '#contract/exams/exams';
import type { Exam } from '#domain/courses/exam';
import { isOfRound } from '#domain/exams/attempts/exam-round';
import { countedResult, finalResult } from '#domain/exams/results/counted-result';
import { showsFeedback } from '#domain/exams/results/shows-feedback';
import type { Reader } from '#server/db/client';
import { loadRound } from '../paper/load-round.ts';
import type { AttemptRow } from '../sql.ts';
import { keySettingsOf } from './key-settings-of.ts';

/** By which rule keys are seen, and whether they may be: as it holds for this person and by what the attempts come to. */
export async function feedbackOf(
  db: Reader,
  row: AttemptRow,
  { exam, now }: { exam: Exam; now: Date },
): Promise<ExamResultReply['feedback'] & { shows: boolean }> {
  const { has_passed } = row;
  const { counts } = exam.settings;
  const settings = await keySettingsOf(db, row, { exam, now });
  const { closesAt, feedback } = settings;
  // Only what the rule asks for is read: handing in waits for this.
  const isAsked = feedback === 'after-passing' && (has_passed || counts !== 'best');
  const hasPassed = isAsked ? await isRoundPassed(db, row, { exam, now }) : has_passed;
  const at = feedback === 'after-closing' && closesAt ? new Date(closesAt).toISOString() : null;
  return { rule: feedback, at, shows: showsFeedback(settings, { hasPassed, now }) };
}

/** Whether an exam is passed by what counts together with an attempt: a renewal shows no keys before it is passed itself. */
async function isRoundPassed(
  db: Reader,
  { section_id: sectionId, submitted_at, user_id: userId }: AttemptRow,
  { exam: { passMark, settings }, now }: { exam: Exam; now: Date },
): Promise<boolean> {
  const { attempts, since } = await loadRound(db, { sectionId, userId, now });
  const isCounting = isOfRound(submitted_at, since);
  const results = attempts.filter((each) => isOfRound(each.submitted_at, since) === isCounting);
  return countedResult(results.map(finalResult), { counts: settings.counts, passMark })?.passed ?? false;
}
