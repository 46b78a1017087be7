import { z } from 'zod';
import { LATE_STATES } from '#domain/exams/attempts/late-answer';
import { COUNTING, FEEDBACK, NAVIGATION } from '#domain/exams/exam-settings';
import { KIND_NAMES } from '#domain/exams/kinds/kinds';
import { TOPIC_LEVELS } from '#domain/exams/results/topic-results';
import { m } from '../../messages/messages.js';
import { checkResult, labFiles, visibleSpec } from '../courses/lab-shapes.ts';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, sentFile } from '../procedure.ts';
import { says } from '../says.ts';
import { examForm } from './exam-form.ts';
import { wholePercent } from './percent.ts';

const text = z.string().max(20_000);
/** One thing, several in an order, or one for each place. */
export const answer = z.union([
  text,
  z.array(text).max(100),
  z
    .record(z.string().max(100), text)
    .refine((all) => Object.keys(all).length <= 100, says(m.faults_is_too_long)),
]);

const choice = z.object({ id: z.string(), html: z.string() });
export const paperQuestion = z.object({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  html: z.string(),
  points: z.number(),
  choices: z.array(choice),
  places: z.array(
    choice.extend({
      choices: z.array(choice),
      /** Whether what is written is read as a number. */
      isNumber: z.boolean().optional(),
    }),
  ),
  unit: z.string().nullable(),
  /** What is to be pointed at, and how many points there are at most. */
  picture: z
    .object({ src: z.string(), alt: z.string(), width: z.int(), height: z.int(), points: z.int() })
    .nullable(),
  /** How many words a text is to have. */
  words: z.object({ min: z.int().nullable(), max: z.int().nullable() }).nullable(),
  /** What file is asked for. */
  upload: z.object({ maxMegabytes: z.number(), endings: z.array(z.string()) }).nullable(),
  /** What code is asked for: what one starts with, and how it can be tried. */
  code: z.object({ spec: visibleSpec, files: labFiles }).nullable(),
});
export type PaperQuestion = z.infer<typeof paperQuestion>;

const topic = z.object({
  name: z.string(),
  questions: z.int(),
  /** Null as long as the exam's rules do not allow it; then its level is all that is said. */
  percent: wholePercent.nullable(),
  level: z.enum(TOPIC_LEVELS),
  /** Ids of the questions that lost points; none as long as the exam's rules do not allow it. */
  missed: z.array(z.string()),
  /** What to read again. */
  lessons: z.array(z.object({ key: z.string(), title: z.string() })),
});
export type TopicReply = z.infer<typeof topic>;

export const reviewed = z.object({
  id: z.string(),
  points: z.number(),
  maxPoints: z.number(),
  key: answer,
  explanationHtml: z.string(),
});

export const reviewedMark = z.object({
  id: z.string(),
  comment: z.string(),
  /** What was reached; nothing as long as the exam's rules do not allow it. */
  criteria: z.array(
    z.object({ text: z.string(), level: z.string(), points: z.number(), maxPoints: z.number() }),
  ),
  /** What the checks of code found; nothing as long as the exam's rules do not allow it. */
  checks: z.array(checkResult),
});

const examResult = z.object({
  /** Answers have still to be marked by people; until then there is no result. */
  waiting: z.boolean(),
  /** Checks of code are running, and the result may be there in a moment. */
  checking: z.boolean(),
  percent: wholePercent.nullable(),
  passed: z.boolean().nullable(),
  passMark: z.number(),
  submittedAt: isoTime,
  endedBy: z.enum(['candidate', 'deadline']),
  /** A question was corrected since, and this is what the answers come to now. */
  regraded: z.boolean(),
  /** What markers said to the learner, once the result is final. */
  marks: z.array(reviewedMark),
  /** By which rule of the exam what was right is shown, and from when, where a day was set. */
  feedback: z.object({ rule: z.enum(FEEDBACK), at: isoTime.nullable() }),
  /** Question by question; null as long as the exam's rules do not allow it. */
  review: z.array(reviewed).nullable(),
  /** How each topic went, as far as the exam's rules allow it. */
  topics: z.array(topic),
  /** Whether there is a practice round of what was missed. */
  practice: z.boolean(),
  /** Answers that were typed in time and came after the deadline, and what a marker decided. */
  late: z.array(
    z.object({
      question: z.string(),
      typedAt: isoTime,
      receivedAt: isoTime,
      state: z.enum(LATE_STATES),
      reason: z.string(),
    }),
  ),
});
export type ExamResultReply = z.infer<typeof examResult>;

export const examAttempt = z.object({
  id: z.uuid(),
  number: z.int(),
  startedAt: isoTime,
  deadlineAt: isoTime.nullable(),
  /** The server's clock, which alone decides. */
  now: isoTime,
  /** Where one goes forward only: how far; then the questions are the open one alone. */
  forward: z.object({ place: z.int(), total: z.int() }).nullable(),
  questions: z.array(paperQuestion),
  /** The last saved answer to each question. */
  answers: z.record(z.string(), answer),
  /** Null while it goes on. */
  result: examResult.nullable(),
});
export type ExamAttempt = z.infer<typeof examAttempt>;

/** One attempt in a list, without its answers. */
export const attemptSummary = z.object({
  id: z.uuid(),
  number: z.int(),
  startedAt: isoTime,
  submittedAt: isoTime.nullable(),
  percent: wholePercent.nullable(),
  passed: z.boolean().nullable(),
  waiting: z.boolean(),
});

export const examOverview = z.object({
  sectionId: z.uuid(),
  courseId: z.uuid(),
  courseTitle: z.string(),
  title: z.string(),
  introHtml: z.string(),
  questions: z.int(),
  passMark: z.number(),
  timeLimit: z.int().nullable(),
  attemptsAllowed: z.int().nullable(),
  /** Of those that count now. */
  attemptsTaken: z.int(),
  /** Since when attempts count, where a certificate can be renewed or was; null: since ever. */
  countsSince: isoTime.nullable(),
  /** Minutes to wait after the first attempt, the second and so on; the last holds for all that follow. */
  waits: z.array(z.int()),
  counts: z.enum(COUNTING),
  navigation: z.enum(NAVIGATION),
  /** What the attempts come to; null before there is a result. */
  counted: z.object({ percent: wholePercent, passed: z.boolean() }).nullable(),
  /** What this person is granted beyond the rules; what is shown of them holds it already. */
  granted: z.array(
    z.object({
      extraPercent: z.int(),
      extraMinutes: z.int(),
      extraAttempts: z.int(),
      opensAt: isoTime.nullable(),
      closesAt: isoTime.nullable(),
      reason: z.string(),
    }),
  ),
  closesAt: isoTime.nullable(),
  /** First to last. */
  attempts: z.array(attemptSummary),
  /** Whether another attempt can be started, and if not, why and from when. */
  mayStart: z.enum(['yes', 'not-open', 'wait', 'closed', 'none-left']),
  mayStartAt: isoTime.nullable(),
  /** By the server's clock, when it was so. */
  asOf: isoTime,
});
export type ExamOverview = z.infer<typeof examOverview>;

const byId = z.object({ id: z.uuid() });
/** Of an answer, as src/domain/exams/attempts/answer-fingerprint.ts makes it; empty for none. */
const fingerprint = z.string().max(20);
/** The server has newer answers than the learner has seen. */
const newerAnswers = { status: 409, data: z.object({ current: examAttempt }) };
const submitted = z.object({ id: z.uuid(), name: z.string(), bytes: z.int() });

const practiceRound = z.object({
  /** What was missed, and is practiced. */
  topics: z.array(z.string()),
  questions: z.array(paperQuestion),
  /** What the given answers earn, with what is right. */
  review: z.array(reviewed),
});
export type PracticeRound = z.infer<typeof practiceRound>;

export const exams = {
  get: memberProcedure
    .meta({ scope: 'learning:read', media: 'signed' })
    .route({ method: 'GET', path: '/courses/{slug}/exams/{key}', summary: 'Get an exam and your attempts' })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND', 'TIER_REQUIRED', 'SECTION_LOCKED'))
    .input(z.object({ slug: z.string().max(100), key: z.string().max(200) }))
    .output(examOverview),
  start: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10, media: 'signed' })
    .route({
      method: 'POST',
      path: '/exams/{sectionId}/attempts',
      summary: 'Start an attempt, or resume the one in progress',
    })
    .errors(failures('SECTION_NOT_FOUND', 'TIER_REQUIRED', 'NOT_ENROLLED', 'SECTION_LOCKED', 'EXAM_NOT_OPEN'))
    .input(z.object({ sectionId: z.uuid() }))
    .output(examAttempt),
  attempt: memberProcedure
    .meta({ scope: 'learning:read', media: 'signed' })
    .route({
      method: 'GET',
      path: '/exam-attempts/{id}',
      summary: 'Get one of your attempts with its answers',
    })
    .errors(failures('ATTEMPT_NOT_FOUND'))
    .input(byId)
    .output(examAttempt),
  save: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 240 })
    .route({
      method: 'PUT',
      path: '/exam-attempts/{id}/answers',
      summary: 'Save an answer; safe to retry with the same page and number',
    })
    .errors(failures('ATTEMPT_NOT_FOUND', 'ATTEMPT_CLOSED', 'QUESTION_PASSED', 'QUESTION_NOT_FOUND'))
    .input(
      byId.extend({
        writer: z.uuid(),
        seq: z.int().min(1).max(1_000_000),
        question: z.string().max(200),
        answer,
        /** How long it waited on the device, in ms: what was given first does not replace what was given later elsewhere. */
        waited: z.int().min(0).max(31_536_000_000).default(0),
      }),
    )
    .output(z.object({ seq: z.int(), counts: z.boolean() })),
  late: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 120 })
    .route({
      method: 'PUT',
      path: '/exam-attempts/{id}/late-answers',
      summary: 'Submit an answer that was typed before the deadline for review; safe to retry',
    })
    .errors(failures('ATTEMPT_NOT_FOUND', 'QUESTION_NOT_FOUND', 'LATE_NOT_TAKEN'))
    .input(
      byId.extend({
        writer: z.uuid(),
        question: z.string().max(200),
        answer,
        /** How long it waited on the device, in ms: when it was typed is reckoned from it. */
        waited: z.int().min(0).max(31_536_000_000),
      }),
    )
    /** Not kept: it counts already, or another answer was given later. */
    .output(z.object({ kept: z.boolean() })),
  next: memberProcedure
    .meta({ scope: 'session-only', media: 'signed' })
    .route({
      method: 'POST',
      path: '/exam-attempts/{id}/next',
      summary: 'Move on to the next question, with no way back; safe to retry',
    })
    .errors({ ...failures('ATTEMPT_NOT_FOUND', 'ATTEMPT_CLOSED'), VERSION_CONFLICT: newerAnswers })
    .input(byId.extend({ question: z.string().max(200), seen: fingerprint.optional() }))
    .output(examAttempt),
  try: adminProcedure
    .meta({ scope: 'admin:content:read', media: 'signed' })
    .route({
      method: 'POST',
      path: '/admin/exams/try',
      summary: 'Preview a draft exam as a learner would see it, with its result; saves nothing',
    })
    .input(
      z.object({
        seed: z.uuid(),
        exam: examForm,
        /** Left out: nothing is handed in yet. */
        answers: z.record(z.string().max(200), answer).optional(),
      }),
    )
    .output(examAttempt),
  practice: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60, media: 'signed' })
    .route({
      method: 'POST',
      path: '/exam-attempts/{id}/practice',
      summary: 'Get a practice round on missed topics, drawn from a question bank; saves nothing',
    })
    .errors(failures('ATTEMPT_NOT_FOUND', 'TIER_REQUIRED', 'NO_PRACTICE'))
    .input(
      byId.extend({
        /** The same seed asks the same questions. */
        seed: z.uuid(),
        answers: z
          .record(z.string().max(200), answer)
          .refine((all) => Object.keys(all).length <= 20, says(m.faults_is_too_long))
          .default({}),
      }),
    )
    .output(practiceRound),
  upload: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/exam-attempts/{id}/files',
      summary: 'Upload a file for an answer; save an answer that references it to submit it',
    })
    .errors(failures('ATTEMPT_NOT_FOUND', 'ATTEMPT_CLOSED', 'UNSUPPORTED_FILE', 'BODY_TOO_LARGE'))
    .input(byId.extend({ question: z.string().max(200), file: z.file() }))
    .output(submitted),
  file: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 60 })
    .route({ method: 'GET', path: '/exam-files/{id}', summary: 'Download a submitted file' })
    .errors(failures('FILE_NOT_FOUND'))
    .input(byId)
    .output(sentFile),
  submit: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10, media: 'signed' })
    .route({
      method: 'POST',
      path: '/exam-attempts/{id}/result',
      summary: 'Submit an attempt; safe to retry, returns the same result',
    })
    .errors({ ...failures('ATTEMPT_NOT_FOUND'), VERSION_CONFLICT: newerAnswers })
    .input(
      byId.extend({
        /**
         * The answers that the learner sees, each by its fingerprint: where the server has others, nothing is graded. Left
         * out: whatever the server has is graded.
         */
        seen: z
          .record(z.string().max(200), fingerprint)
          .refine((all) => Object.keys(all).length <= 1000, says(m.faults_is_too_long))
          .optional(),
      }),
    )
    .output(examAttempt),
};
