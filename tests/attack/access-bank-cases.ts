import { type AccessCase, BANKED } from './access-objects.ts';
import { UNKNOWN } from './content.ts';

/** What is answered about question banks. */
export const BANK_CASES: Readonly<Record<string, AccessCase>> = {
  'banks.list': { own: 'ok' },
  'banks.get': { input: () => ({ id: UNKNOWN }), own: 'BANK_NOT_FOUND' },
  'banks.options': { own: 'ok' },
  'banks.count': { input: () => ({ slug: 'unknown' }), own: 'ok' },
  'banks.create': { input: () => ({ title: 'Sums' }), own: 'ok' },
  'banks.update': { input: () => ({ id: UNKNOWN, title: 'Sums', version: 1 }), own: 'BANK_NOT_FOUND' },
  'banks.remove': { input: () => ({ id: UNKNOWN }), own: 'BANK_NOT_FOUND' },
  'banks.questions': { input: () => ({ id: UNKNOWN }), own: 'BANK_NOT_FOUND' },
  'banks.question': { input: () => ({ id: UNKNOWN }), own: 'QUESTION_NOT_FOUND' },
  'banks.addQuestion': { input: () => ({ id: UNKNOWN, ...BANKED }), own: 'BANK_NOT_FOUND' },
  'banks.saveQuestion': { input: () => ({ id: UNKNOWN, version: 1, ...BANKED }), own: 'QUESTION_NOT_FOUND' },
  'banks.imports': { input: () => ({ id: UNKNOWN }), own: 'BANK_NOT_FOUND' },
  'banks.checkImport': {
    input: () => ({ id: UNKNOWN, format: 'gift', file: 'not a file' }),
    own: 'BAD_INPUT',
  },
  'banks.import': { input: () => ({ id: UNKNOWN, format: 'gift', file: 'not a file' }), own: 'BAD_INPUT' },
  'banks.undoImport': { input: () => ({ id: UNKNOWN }), own: 'IMPORT_NOT_FOUND' },
  'banks.removeQuestion': { input: () => ({ id: UNKNOWN }), own: 'QUESTION_NOT_FOUND' },
};
