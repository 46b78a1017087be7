import { z } from 'zod';
import { LATE_STATES } from '#domain/exams/attempts/late-answer';
import { m } from '../../messages/messages.js';
import { labFiles, labVerdict } from '../courses/lab-shapes.ts';
import { LAB_RUN_STATES } from '../courses/labs.ts';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { answer, paperQuestion } from './exams.ts';

/** Why code could not be judged: labs are off on this server, no judge came in time, or the judge failed. */
const UNJUDGED = ['off', 'late', 'failed'] as const;
export type Unjudged = (typeof UNJUDGED)[number];

const name = { attemptId: z.uuid(), question: z.string().max(200) };
/** Null where the exam is marked blind, or the account is gone. */
const candidate = z.string().nullable();

const waitingAnswer = z.object({
  ...name,
  sectionId: z.uuid(),
  exam: z.string(),
  course: z.string(),
  /** The first words of the question as it was asked; empty where it is a picture. */
  prompt: z.string(),
  candidate,
  /** Names the attempt where no name may be seen. */
  code: z.string(),
  waitsSince: isoTime,
});
export type WaitingAnswer = z.infer<typeof waitingAnswer>;

const lateAttempt = z.object({
  attemptId: z.uuid(),
  sectionId: z.uuid(),
  exam: z.string(),
  course: z.string(),
  candidate,
  code: z.string(),
  /** Late answers that wait for a decision. */
  count: z.int(),
  waitsSince: isoTime,
});
export type LateAttempt = z.infer<typeof lateAttempt>;

const lateReview = z.object({
  attemptId: z.uuid(),
  exam: z.string(),
  course: z.string(),
  candidate,
  code: z.string(),
  deadlineAt: isoTime,
  /** Whether the attempt waits to be marked. */
  waiting: z.boolean(),
  /** Questions of it that have still to be marked. */
  unmarked: z.array(z.string()),
  /** In the order in which they were typed. */
  answers: z.array(
    z.object({
      id: z.uuid(),
      /** Of the question in the paper. */
      number: z.int(),
      question: paperQuestion,
      /** Null where no answer counts. */
      counting: answer.nullable(),
      late: answer,
      /** By the clock of the server, less the time that the device says it waited. */
      typedAt: isoTime,
      receivedAt: isoTime,
      state: z.enum(LATE_STATES),
      reason: z.string(),
      /** Null while it waits, and where the account is gone. */
      decider: z.string().nullable(),
      decidedAt: isoTime.nullable(),
    }),
  ),
});
export type LateReview = z.infer<typeof lateReview>;

export const markedAnswer = z.object({
  ...name,
  exam: z.string(),
  course: z.string(),
  candidate,
  code: z.string(),
  points: z.number(),
  promptHtml: z.string(),
  /** What it is to be marked by; hidden from candidates before the result. */
  explanationHtml: z.string(),
  rubric: z.array(
    z.object({
      text: z.string(),
      levels: z.array(z.object({ text: z.string(), points: z.number() })),
    }),
  ),
  /** The text of the candidate, as it was written and as HTML; null where a file was asked for. */
  text: z.string().nullable(),
  textHtml: z.string().nullable(),
  words: z.object({ count: z.int(), min: z.int().nullable(), max: z.int().nullable() }).nullable(),
  file: z.object({ id: z.uuid(), name: z.string(), bytes: z.int() }).nullable(),
  /** Code: what was handed in, and what its checks found; null for other kinds. */
  program: z
    .object({
      files: labFiles,
      /** Null where nothing was to be judged. */
      state: z.enum(LAB_RUN_STATES).nullable(),
      verdict: labVerdict.nullable(),
      /** Why it could not be judged. */
      reason: z.enum(UNJUDGED).nullable(),
      /** Whether the points are those of the checks. */
      counts: z.boolean(),
    })
    .nullable(),
  version: z.int(),
  /** Points given so far; null as long as nobody marked. */
  given: z.number().nullable(),
  levels: z.array(z.int()).nullable(),
  comment: z.string(),
  marker: z.string().nullable(),
  /** Whether the result is published: then a mark is corrected with a reason only. */
  final: z.boolean(),
  /** Whether nothing else of the attempt waits: this mark publishes the result. */
  last: z.boolean(),
  /** Late answers of the attempt that wait for a decision. */
  late: z.int(),
  /** The answer to mark next: of the same question first. */
  next: z.object(name).nullable(),
});
export type MarkedAnswer = z.infer<typeof markedAnswer>;

export const marking = {
  queue: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/marking', summary: 'List answers that need grading, oldest first' })
    .input(z.object({ sectionId: z.uuid().optional() }))
    .output(
      z.object({
        items: z.array(waitingAnswer),
        /** Attempts with late answers that wait for a decision, longest first. */
        late: z.array(lateAttempt),
        /** How many wait in each exam. */
        exams: z.array(
          z.object({ sectionId: z.uuid(), exam: z.string(), course: z.string(), count: z.int() }),
        ),
      }),
    ),
  get: adminProcedure
    .meta({ scope: 'session-only', media: 'signed' })
    .route({
      method: 'GET',
      path: '/admin/marking/{attemptId}/{question}',
      summary: 'Get an answer with its rubric and grading notes',
    })
    .errors(failures('ATTEMPT_NOT_FOUND'))
    .input(z.object(name))
    .output(markedAnswer),
  late: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/late-answers/{attemptId}',
      summary: 'List answers that arrived after the deadline, next to the ones that count',
    })
    .errors(failures('ATTEMPT_NOT_FOUND'))
    .input(z.object({ attemptId: z.uuid() }))
    .output(lateReview),
  decideLate: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/late-answers/{attemptId}',
      summary:
        'Accept or decline late answers with a reason; accepted answers count, and the attempt is graded again',
    })
    .errors({
      ...failures('ATTEMPT_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: lateReview }) },
    })
    .input(
      z.object({
        attemptId: z.uuid(),
        decisions: z
          .array(z.object({ id: z.uuid(), accept: z.boolean() }))
          .min(1)
          .max(1000)
          .refine(
            (all) => new Set(all.map(({ id }) => id)).size === all.length,
            says(m.faults_each_answer_can_only_be_decided_once),
          ),
        /** The learner reads it. */
        reason: z.string().trim().min(1, says(m.faults_reason_is_required)).max(1000, atMostCharacters(1000)),
      }),
    )
    .output(lateReview),
  mark: adminProcedure
    .meta({ scope: 'session-only', media: 'signed' })
    .route({
      method: 'PUT',
      path: '/admin/marking/{attemptId}/{question}',
      summary:
        'Grade an answer; grading the last answer of an attempt publishes its result, and a later grade corrects it',
    })
    .errors({
      ...failures('ATTEMPT_NOT_FOUND', 'RESULT_FINAL'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: markedAnswer }) },
    })
    .input(
      z.object({
        ...name,
        version: z.int().min(0),
        /** By a rubric: the level of each criterion, by its place. */
        levels: z.array(z.int().min(0).max(100)).max(100).optional(),
        /** Without a rubric. */
        points: z.number().min(0).max(1000).optional(),
        /** What the question was worth when the points were given; another worth by now is a conflict. */
        outOf: z.number().optional(),
        comment: z.string().trim().max(5000, atMostCharacters(5000)).default(''),
        /** False: not if this mark would publish the result. */
        publish: z.boolean().default(true),
        /** Why a published result is corrected; the learner reads it. */
        reason: z
          .string()
          .trim()
          .min(1, says(m.faults_reason_is_required))
          .max(1000, atMostCharacters(1000))
          .optional(),
      }),
    )
    .output(markedAnswer),
};
