import { type AccessCase, account } from './access-objects.ts';
import { UNKNOWN } from './content.ts';

/** What callers are answered about marking, files that are handed in, and what people are granted at exams. */
export const MARKING_CASES: Readonly<Record<string, AccessCase>> = {
  'accommodations.list': {
    input: (...args) => ({ userId: account(...args).id }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'accommodations.save': {
    input: (...args) => ({ userId: account(...args).id, sectionId: null, reason: 'Asked for it' }),
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
  'exams.next': { input: () => ({ id: UNKNOWN, question: 'q-one' }), own: 'ATTEMPT_NOT_FOUND' },
  'exams.upload': {
    input: () => ({ id: UNKNOWN, question: 'q-one', file: 'not a file' }),
    own: 'BAD_INPUT',
  },
  'exams.file': { input: () => ({ id: UNKNOWN }), own: 'FILE_NOT_FOUND' },
  'marking.queue': { own: 'ok' },
  'marking.get': { input: () => ({ attemptId: UNKNOWN, question: 'q-one' }), own: 'ATTEMPT_NOT_FOUND' },
  'marking.mark': {
    input: () => ({ attemptId: UNKNOWN, question: 'q-one', version: 0, points: 1 }),
    own: 'ATTEMPT_NOT_FOUND',
  },
};
