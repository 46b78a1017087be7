import { UNKNOWN } from '../content/content.ts';
import { attempts, examFiles, overdueAttempts } from '../kit/own-things.ts';
import { type AccessCase, account, prepared } from './access-objects.ts';

/** What callers are answered about marking, files that are handed in, and what people are granted at exams. */
export const MARKING_CASES: Readonly<Record<string, AccessCase>> = {
  'accommodations.list': {
    input: (...args) => ({ userId: account(...args).id }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'accommodations.save': {
    input: (...args) => ({
      userId: account(...args).id,
      sectionId: null,
      extraMinutes: 5,
      reason: 'Asked for it',
    }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'accommodations.remove': {
    input: (...args) => ({ userId: account(...args).id, id: UNKNOWN }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'exams.next': {
    prepare: attempts,
    input: (...args) => ({ ...prepared(...args), question: 'q-one' }),
    own: 'ok',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
  'exams.late': {
    prepare: overdueAttempts,
    input: (...args) => ({
      ...prepared(...args),
      writer: UNKNOWN,
      question: 'q-one',
      answer: 'x',
      waited: 3_600_000,
    }),
    own: 'ok',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
  'exams.upload': {
    prepare: attempts,
    input: (...args) => ({ ...prepared(...args), question: 'q-one', file: 'not a file' }),
    own: 'BAD_INPUT',
    foreign: 'BAD_INPUT',
    unknown: 'BAD_INPUT',
  },
  'exams.file': {
    prepare: examFiles,
    input: prepared,
    own: 'ok',
    foreign: (who) => (who === 'admin' ? 'ok' : 'FILE_NOT_FOUND'),
    unknown: 'FILE_NOT_FOUND',
  },
  'marking.get': {
    prepare: attempts,
    input: (...args) => ({ attemptId: prepared(...args).id, question: 'q-one' }),
    own: 'ATTEMPT_NOT_FOUND',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
  'marking.late': {
    prepare: attempts,
    input: (...args) => ({ attemptId: prepared(...args).id }),
    own: 'ATTEMPT_NOT_FOUND',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
  'marking.decideLate': {
    prepare: attempts,
    input: (...args) => ({
      attemptId: prepared(...args).id,
      decisions: [{ id: UNKNOWN, accept: true }],
      reason: 'So.',
    }),
    own: 'ATTEMPT_NOT_FOUND',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
  'marking.mark': {
    prepare: attempts,
    input: (...args) => ({ attemptId: prepared(...args).id, question: 'q-one', version: 0, points: 1 }),
    own: 'ATTEMPT_NOT_FOUND',
    foreign: 'ATTEMPT_NOT_FOUND',
    unknown: 'ATTEMPT_NOT_FOUND',
  },
};
