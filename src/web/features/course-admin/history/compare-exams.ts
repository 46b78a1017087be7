import type { ExamForm } from '#contract/exams/exam-form';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { differenceOf, excerpt, type Fields, linesOf } from '#web/ui/layout/difference.ts';
import type { Difference } from '#web/ui/layout/difference-table.tsx';

const COUNTING = {
  best: m.author_counts_best,
  last: m.author_counts_last,
  first: m.author_counts_first,
  average: m.author_counts_average,
};
const FEEDBACK = {
  never: m.author_feedback_never,
  'after-attempt': m.author_feedback_after_attempt,
  'after-passing': m.author_feedback_after_passing,
  'after-closing': m.author_feedback_after_closing,
};

const SETTINGS: Fields<ExamForm['settings']> = {
  timeLimit: [m.author_time_limit],
  attempts: [m.author_attempts],
  wait: [m.author_wait, (wait) => (wait === null ? m.author_wait_growing() : String(wait))],
  counts: [m.author_counts, (counts) => COUNTING[counts]()],
  navigation: [m.author_forward, (navigation) => yesOrNo(navigation === 'forward')],
  feedback: [m.author_feedback, (feedback) => FEEDBACK[feedback]()],
  shuffle: [m.author_shuffle, yesOrNo],
  blind: [m.author_blind, yesOrNo],
  opensAt: [m.author_opens, moment],
  closesAt: [m.author_closes, moment],
  practiceBank: [m.author_practice_bank],
};
const EXAM: Fields<Pick<ExamForm, 'passMark'>> = { passMark: [m.author_pass_mark] };

/** What differs between two versions of an exam: how it is held, its questions and its draws, each by its id. */
export function compareExams(
  mine: ExamForm | null | undefined,
  theirs: ExamForm | null | undefined,
): Difference[] {
  if (!mine || !theirs)
    return [mine, theirs].some(Boolean)
      ? [{ key: 'exam', field: m.courses_exam(), mine: present(mine), theirs: present(theirs) }]
      : [];
  return [
    ...differenceOf(EXAM, mine, theirs),
    ...differenceOf(SETTINGS, mine.settings, theirs.settings),
    ...listRows(m.author_questions(), mine.questions, theirs.questions),
    ...listRows(m.banks_draws(), mine.draws, theirs.draws),
  ];
}

function listRows(
  name: string,
  mine: readonly { readonly id: string }[],
  theirs: readonly { readonly id: string }[],
): Difference[] {
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const [own, other] = [lineOf(mine, id), lineOf(theirs, id)];
    return own === other ? [] : [{ key: `exam ${id}`, field: `${name} · ${id}`, ...excerpt(own, other) }];
  });
}

/** One of a list as a course folder writes it, with its place. */
function lineOf(all: readonly { readonly id: string }[], id: string): string {
  const at = all.findIndex((each) => each.id === id);
  const found = all[at];
  return found ? [`${at + 1}.`, ...linesOf(found)].join('\n') : m.admin_conflict_missing();
}

function present(exam: ExamForm | null | undefined): string {
  return exam ? m.author_questions() : m.admin_conflict_missing();
}

function moment(time: string | null): string {
  return time ? formatTime(time) : '';
}

function yesOrNo(value: boolean): string {
  return value ? m.admin_course_certificate_on() : m.admin_course_certificate_off();
}
