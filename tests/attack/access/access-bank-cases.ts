import { randomUUID } from 'node:crypto';
import { bankImports, bankQuestions, banks } from '../kit/own-things.ts';
import { type AccessCase, BANKED, prepared } from './access-objects.ts';

const bank = { prepare: banks, own: 'ok', unknown: 'BANK_NOT_FOUND' } as const;
const question = { prepare: bankQuestions, own: 'ok', unknown: 'QUESTION_NOT_FOUND' } as const;

/** Only a browser's form can hold a file. */
const upload: AccessCase = {
  prepare: banks,
  input: (...args) => ({ ...prepared(...args), format: 'gift', file: 'not a file' }),
  own: 'BAD_INPUT',
  unknown: 'BAD_INPUT',
};

/** What is answered about question banks. */
export const BANK_CASES: Readonly<Record<string, AccessCase>> = {
  'banks.get': { ...bank, input: prepared },
  'banks.count': { input: () => ({ slug: 'unknown' }), own: 'ok', unknown: 'ok', deleted: 'never' },
  'banks.create': { input: () => ({ title: 'Sums' }), own: 'ok' },
  'banks.update': {
    ...bank,
    input: (...args) => ({ ...prepared(...args), title: 'Other sums', version: 1 }),
  },
  'banks.remove': { ...bank, input: prepared },
  'banks.questions': { ...bank, input: prepared },
  'banks.question': { ...question, input: prepared },
  'banks.addQuestion': { ...bank, input: (...args) => ({ ...prepared(...args), ...BANKED }) },
  'banks.saveQuestion': {
    ...question,
    input: (...args) => ({ ...prepared(...args), version: 1, ...BANKED }),
  },
  'banks.removeQuestion': { ...question, input: prepared },
  // Nothing of it is in the trash.
  'banks.restore': { ...bank, input: prepared, own: 'BANK_NOT_FOUND' },
  'banks.restoreQuestion': { ...question, input: prepared, own: 'QUESTION_NOT_FOUND' },
  'banks.imports': { ...bank, input: prepared },
  'banks.checkImport': { ...upload },
  'banks.import': { ...upload },
  'banks.importProgress': {
    input: () => ({ reading: randomUUID() }),
    own: 'ok',
    unknown: 'ok',
    deleted: 'never',
  },
  'banks.undoImport': {
    prepare: bankImports,
    input: prepared,
    own: 'ok',
    unknown: 'IMPORT_NOT_FOUND',
  },
};
