import { z } from 'zod';
import { COUNTING } from '#domain/exams/exam-settings';
import { KIND_NAMES } from '#domain/exams/kinds/kinds';
import { UNFIT_REASONS } from '#domain/exams/regrade-exam';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, sentFile } from '../procedure.ts';
import { answer, attemptSummary, paperQuestion, reviewed, reviewedMark } from './exams.ts';
import { wholePercent } from './percent.ts';

const gradedExam = z.object({
  sectionId: z.uuid(),
  title: z.string(),
  passMark: z.number(),
  counts: z.enum(COUNTING),
});

const learner = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  enrolledAt: isoTime,
  completedAt: isoTime.nullable(),
  done: z.int(),
  total: z.int(),
  /** For each exam that was taken. */
  results: z.array(
    z.object({
      sectionId: z.uuid(),
      /** What the attempts come to; null before there is a result. */
      percent: wholePercent.nullable(),
      passed: z.boolean().nullable(),
      attempts: z.int(),
      /** Something of it waits to be marked. */
      waiting: z.boolean(),
      /** The newest attempt that administrators may read; null where all that there is has still to be marked without names. */
      attemptId: z.uuid().nullable(),
    }),
  ),
});
export type GradedLearner = z.infer<typeof learner>;

const gradebook = z.object({
  items: z.array(learner),
  /** The page before this one begins before here; null on the first page. */
  previous: z.string().nullable(),
  /** Continue here; null on the last page. */
  next: z.string().nullable(),
  course: z.object({ id: z.uuid(), title: z.string(), slug: z.string() }),
  exams: z.array(gradedExam),
  /** Those that run. */
  labs: z.array(z.object({ sectionId: z.uuid(), title: z.string() })),
});
export type Gradebook = z.infer<typeof gradebook>;

/** How an exam and its questions did. */
export const examFigures = z.object({
  /** First finished attempts that the figures are made of, one of each learner. */
  attempts: z.int(),
  meanPercent: wholePercent.nullable(),
  passRate: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(KIND_NAMES),
      prompt: z.string(),
      asked: z.int(),
      /** Below 0 where options take points away. */
      facility: z.number(),
      discrimination: z.number().nullable(),
      /** From the answer before it, or the start, to the first answer to it. */
      medianSeconds: z.number().nullable(),
      choices: z.array(
        z.object({
          text: z.string(),
          correct: z.boolean(),
          count: z.int(),
          /** What it earns, in percent of the points, where options have percentages of their own. */
          fraction: z.number().nullable(),
        }),
      ),
    }),
  ),
});
export type ExamFigures = z.infer<typeof examFigures>;

const statistics = examFigures.extend({
  title: z.string(),
  course: z.object({ id: z.uuid(), title: z.string() }),
  /** When they were counted; null: just now. */
  countedAt: isoTime.nullable(),
});
export type ExamStatistics = z.infer<typeof statistics>;

const verdict = z.object({ percent: wholePercent, passed: z.boolean() });
const correctedQuestion = z.object({ id: z.string(), prompt: z.string(), attempts: z.int() });
const regrading = z.object({
  /** Names what was looked at; regrading takes it, so that nothing else is carried out. */
  fingerprint: z.string(),
  /** Attempts that have a result. */
  attempts: z.int(),
  /** Attempts that are graded by another key than before, whether their result changes or not. */
  regraded: z.int(),
  /** Attempts under way, which are graded by the present key when they end. */
  open: z.int(),
  /** Questions that are regraded, and in how many attempts. */
  corrected: z.array(correctedQuestion),
  /** The same, for pages of the release before. */
  mended: z.array(correctedQuestion).meta({ deprecated: true }),
  /** Whether answers that are code are judged again: what they come to is known afterwards. */
  rechecks: z.boolean(),
  /** Questions that cannot be regraded, and why. */
  unfit: z.array(
    z.object({ id: z.string(), prompt: z.string(), attempts: z.int(), reason: z.enum(UNFIT_REASONS) }),
  ),
  changed: z.int(),
  /** Results that pass now, and such that do not pass any more. */
  gained: z.int(),
  lost: z.int(),
  /** The first of the changes, those of a verdict before the others. */
  changes: z.array(
    z.object({ attemptId: z.uuid(), name: z.string(), number: z.int(), before: verdict, after: verdict }),
  ),
});
export type Regrading = z.infer<typeof regrading>;

const takenAttempt = z.object({
  id: z.uuid(),
  number: z.int(),
  learner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  exam: z.object({ sectionId: z.uuid(), title: z.string(), passMark: z.number() }),
  course: z.object({ id: z.uuid(), title: z.string() }),
  startedAt: isoTime,
  /** Null while it goes on. */
  submittedAt: isoTime.nullable(),
  endedBy: z.enum(['candidate', 'deadline']).nullable(),
  /** Null before there is a result. */
  result: z
    .object({ percent: wholePercent, passed: z.boolean(), points: z.number(), maxPoints: z.number() })
    .nullable(),
  regraded: z.boolean(),
  questions: z.array(paperQuestion),
  /** The last saved answer to each question. */
  answers: z.record(z.string(), answer),
  /** Question by question; none while it goes on. */
  review: z.array(reviewed),
  /** Questions whose answers have still to be marked. */
  unmarked: z.array(z.string()),
  marks: z.array(reviewedMark),
  /** Late answers that wait for a decision. */
  late: z.int(),
  /** When each question was answered, in that order, and how long it took: from the answer before it, or the start. */
  times: z.array(z.object({ question: z.string(), firstAt: isoTime, lastAt: isoTime, seconds: z.int() })),
  /** Every attempt of this learner at this exam that may be read, first to last. */
  attempts: z.array(attemptSummary),
});
export type TakenAttempt = z.infer<typeof takenAttempt>;

const byCourse = z.object({ courseId: z.uuid() });
const bySection = z.object({ sectionId: z.uuid() });

export const grades = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{courseId}/gradebook',
      summary: 'List the learners in a course by name with their results',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(
      byCourse.extend({
        q: z.string().trim().max(200).default(''),
        after: cursor,
        before: cursor,
        page: z.enum(['first', 'last']).default('first'),
      }),
    )
    .output(gradebook),
  export: adminProcedure
    .meta({ scope: 'admin:members:read', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/admin/courses/{courseId}/gradebook.csv',
      summary: 'Export the gradebook as CSV',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byCourse)
    .output(sentFile),
  statistics: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/exams/{sectionId}/statistics',
      summary: 'Get the question statistics of an exam',
    })
    .errors(failures('SECTION_NOT_FOUND'))
    .input(bySection)
    .output(statistics),
  attempt: adminProcedure
    .meta({ scope: 'session-only', media: 'signed' })
    .route({
      method: 'GET',
      path: '/admin/exam-attempts/{id}',
      summary: "Get a learner's attempt with its answers, times, and points",
    })
    .errors(failures('ATTEMPT_NOT_FOUND'))
    .input(z.object({ id: z.uuid() }))
    .output(takenAttempt),
  previewRegrade: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/exams/{sectionId}/regrade',
      summary: 'Preview a regrade',
    })
    .errors(failures('SECTION_NOT_FOUND'))
    .input(bySection)
    .output(regrading),
  updateResults: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/exams/{sectionId}/regrade',
      summary: 'Regrade finished attempts with the current answer key',
    })
    .errors(failures('SECTION_NOT_FOUND', 'REGRADE_OUTDATED'))
    .input(bySection.extend({ fingerprint: z.string().max(100) }))
    .output(z.object({ changed: z.int(), regraded: z.int() })),
};
