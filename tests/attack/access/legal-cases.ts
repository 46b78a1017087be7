import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, person } from './access-objects.ts';

const userId: NonNullable<AccessCase['input']> = (...args) => ({ id: person(...args).userId });
const declared = {
  kind: 'withdrawal',
  name: 'Ada',
  email: 'ada@elsewhere.test',
  contract: 'Premium',
};

/** Of a school that takes no payments: it has no legal pages, and nobody has a contract. */
export const LEGAL_CASES: Readonly<Record<string, AccessCase>> = {
  'legal.order': {
    input: () => ({ offerId: UNKNOWN }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'legal.withdraw': { input: () => ({ locale: 'en' }), own: 'PAYMENTS_OFF' },
  'legal.cancel': { input: () => ({}), own: 'PAYMENTS_OFF' },
  'legal.declare': { input: () => declared, own: 'PAGE_NOT_FOUND' },
  'legal.saveSettings': { input: () => ({ version: 0 }), own: 'ok' },
  'legal.decide': {
    input: () => ({ id: UNKNOWN, action: 'other', note: 'Done' }),
    own: 'REQUEST_NOT_FOUND',
    unknown: 'REQUEST_NOT_FOUND',
    deleted: 'never',
  },
  'legal.consentText': {
    input: (...args) => ({ id: person(...args).userId, hash: 'unknown' }),
    own: 'CONSENT_NOT_FOUND',
    foreign: 'CONSENT_NOT_FOUND',
    unknown: 'CONSENT_NOT_FOUND',
  },
  'legal.consents': { input: userId, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
};
