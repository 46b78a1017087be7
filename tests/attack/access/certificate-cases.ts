import { type AccessCase, certificate, courseId } from './access-objects.ts';

/** The lines of the access table about certificates. */
export const CERTIFICATE_CASES: Readonly<Record<string, AccessCase>> = {
  'certificates.get': { input: certificate, own: 'ok', foreign: 'ok', unknown: 'CERTIFICATE_NOT_FOUND' },
  'certificates.pdf': { input: certificate, own: 'ok', foreign: 'ok', unknown: 'CERTIFICATE_NOT_FOUND' },
  'certificates.credential': {
    input: certificate,
    own: 'ok',
    foreign: 'ok',
    unknown: 'CERTIFICATE_NOT_FOUND',
  },
  'certificates.statusList': {
    input: (_world, _who, object) => ({ list: object === 'unknown' ? 9 : 0 }),
    own: 'ok',
    unknown: 'CERTIFICATE_NOT_FOUND',
    deleted: 'never',
  },
  'certificates.claim': {
    input: courseId,
    own: 'ok',
    foreign: 'CERTIFICATE_NOT_EARNED',
    unknown: 'CERTIFICATE_NOT_EARNED',
  },
  'certificates.renew': {
    input: certificate,
    own: 'RENEWAL_TOO_EARLY',
    foreign: 'CERTIFICATE_NOT_FOUND',
    unknown: 'CERTIFICATE_NOT_FOUND',
  },
  'certificates.setListed': {
    input: (...args) => ({ ...certificate(...args), listed: true }),
    own: 'ok',
    foreign: 'CERTIFICATE_NOT_FOUND',
    unknown: 'CERTIFICATE_NOT_FOUND',
  },
  'certificates.revoke': {
    input: (...args) => ({ ...certificate(...args), reason: 'A mistake' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'CERTIFICATE_NOT_FOUND',
  },
  'certificates.reissue': { input: certificate, own: 'ok', foreign: 'ok', unknown: 'CERTIFICATE_NOT_FOUND' },
};
