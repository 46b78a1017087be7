import type { z } from 'zod';
import type { answer as answerShape, ExamAttempt, ExamResultReply } from '#contract/exams/exams';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import type { Viewer } from '#domain/access/viewer';
import type { Exam } from '#domain/courses/exam';
import type { Answer } from '#domain/exams/kinds/kind';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import type { Reader } from '#server/db/client';
import { selectIsChecked } from '../code/code-sql.ts';
import { type LateAnswerRow, selectLate } from '../late/late-sql.ts';
import { marksOf } from '../marking/marks-of.ts';
import { reviewOf } from '../marking/review-of.ts';
import { toPaper } from '../paper/to-paper.ts';
import { feedbackOf } from '../results/feedback-of.ts';
import { loadTopics } from '../results/load-topics.ts';
import type { AttemptRow } from '../sql.ts';
import { selectAnswersOf } from './given-sql.ts';

type AnswerReply = z.output<typeof answerShape>;

interface Seen {
  readonly viewer: Viewer;
  readonly now: Date;
  readonly answers?: ReadonlyMap<string, Answer> | undefined;
}

/**
 * An attempt as its candidate may see it: without keys, points and explanations before the exam's rules allow them, and while
 * the course is above the tier, which leaves the own answers and the result. Its last answers are read unless they are at hand.
 */
export async function toAttempt(
  db: Reader,
  row: AttemptRow,
  { now, viewer, answers: read }: Seen,
): Promise<ExamAttempt> {
  const { exam } = row;
  const answers = read ?? (await selectAnswersOf(db, [row.id])).get(row.id) ?? new Map<string, Answer>();
  const marks = row.submitted_at && !row.waiting ? await marksOf(db, row) : [];
  const paper = toPaper(row.asked, row);
  const decision = canOpenCourse(viewer, factsOf({ ...row, enrolled: true }));
  const isAsked = decision.allowed || decision.reason !== 'not-open';
  const open = row.submitted_at ? null : row.current_question;
  const isShown = (id: string) => open === null || id === open;
  const place = paper.findIndex(({ id }) => id === open) + 1;
  return {
    id: row.id,
    number: row.number,
    startedAt: row.started_at.toISOString(),
    deadlineAt: row.deadline_at?.toISOString() ?? null,
    now: now.toISOString(),
    forward: open === null ? null : { place, total: paper.length },
    questions: isAsked ? paper.filter(({ id }) => isShown(id)) : [],
    answers: Object.fromEntries(
      [...answers].flatMap(([id, answer]) => (isShown(id) ? [[id, toReply(answer)]] : [])),
    ),
    result: await toResult(db, row, { exam, marks, now, viewer }),
  };
}

async function toResult(
  db: Reader,
  row: AttemptRow,
  {
    exam,
    marks,
    now,
    viewer,
  }: Pick<Seen, 'now' | 'viewer'> & { exam: Exam; marks: ExamResultReply['marks'] },
): Promise<ExamResultReply | null> {
  const { ended_by: endedBy, result, submitted_at } = row;
  if (!result || !endedBy || !submitted_at) return null;
  const { waiting } = row;
  const { shows: mayShow, ...feedback } = await feedbackOf(db, row, { exam, now });
  const { allowed } = canOpenCourse(viewer, factsOf({ ...row, enrolled: true }));
  const shows = !waiting && mayShow && allowed;
  return {
    waiting,
    checking: waiting && (await selectIsChecked(db, row.id)),
    passMark: exam.passMark,
    endedBy,
    feedback,
    percent: waiting ? null : wholePercent(result.percent),
    passed: waiting ? null : result.passed,
    marks: shows ? marks : marks.map((mark) => ({ ...mark, criteria: [], checks: [] })),
    submittedAt: submitted_at.toISOString(),
    review: shows ? reviewOf(exam, result, row.html) : null,
    ...(await loadTopics(db, row, { result, rule: feedback.rule, shows })),
    regraded: !waiting && row.graded_version_id !== null,
    late: endedBy === 'deadline' ? (await selectLate(db, row.id)).map(toLate) : [],
  };
}

function toLate(row: LateAnswerRow): ExamResultReply['late'][number] {
  const { question, reason, state } = row;
  return {
    question,
    reason,
    state,
    typedAt: row.typed_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
  };
}

function toReply(answer: Answer): AnswerReply {
  return answer as AnswerReply;
}
