import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, account, invitationId, passwords, token } from './access-objects.ts';

/** What administrators do with accounts and invitations. */
export const ADMIN_PEOPLE_CASES: Readonly<Record<string, AccessCase>> = {
  'invitations.check': { input: () => ({ csv: 'grace@school.test,basic' }), own: 'ok' },
  'invitations.invite': {
    input: () => ({ people: [{ email: 'grace@school.test', tier: 'basic', role: 'admin' }] }),
    own: 'ok',
  },
  'invitations.resend': { input: invitationId, own: 'ok', unknown: 'INVITATION_NOT_FOUND' },
  'invitations.withdraw': { input: invitationId, own: 'ok', unknown: 'INVITATION_NOT_FOUND' },
  'invitations.open': { input: () => ({ token }), own: 'LINK_EXPIRED' },
  'invitations.accept': { input: () => ({ token, name: 'Grace', ...passwords }), own: 'LINK_EXPIRED' },
  'support.start': {
    input: (...args) => ({ ...account(...args), reason: 'They asked for help' }),
    own: 'OWN_ACCOUNT',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'users.get': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.disable': { input: account, own: 'OWN_ACCOUNT', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.enable': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.endSessions': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.resetSecondFactor': {
    input: account,
    own: 'OWN_ACCOUNT',
    foreign: 'TWO_FACTOR_OFF',
    unknown: 'USER_NOT_FOUND',
  },
  'users.revokeKey': {
    input: (...args) => ({ ...account(...args), keyId: UNKNOWN }),
    own: 'KEY_NOT_FOUND',
    foreign: 'KEY_NOT_FOUND',
    unknown: 'USER_NOT_FOUND',
  },
  'users.resendConfirmation': {
    input: account,
    own: 'ALREADY_CONFIRMED',
    foreign: 'ALREADY_CONFIRMED',
    unknown: 'USER_NOT_FOUND',
  },
  'users.remove': { input: account, own: 'OWN_ACCOUNT', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.setTier': {
    input: (...args) => ({ ...account(...args), tier: 'premium' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'users.grantAdmin': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.revokeAdmin': {
    input: account,
    own: 'LAST_ADMINISTRATOR',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
};
