import { linkedServices } from '../kit/own-things.ts';
import { type AccessCase, prepared } from './access-objects.ts';

const fake = () => ({ provider: 'fake' });

/** The lines of the access table about signing in by services outside. */
export const SIGN_IN_CASES: Readonly<Record<string, AccessCase>> = {
  'signIns.begin': {
    input: (_world, _who, object) => ({
      provider: object === 'unknown' ? 'nobody' : 'fake',
    }),
    own: 'ok',
    unknown: 'PROVIDER_NOT_FOUND',
    deleted: 'never',
  },
  'signIns.finish': { input: () => ({ provider: 'fake', query: 'state=x' }), own: 'SIGN_IN_EXPIRED' },
  'signIns.beginProof': { input: fake, own: 'ok' },
  'signIns.beginLink': { input: fake, own: 'ok' },
  'signIns.unlink': {
    prepare: linkedServices,
    input: prepared,
    own: 'LAST_SIGN_IN',
    foreign: 'SIGN_IN_NOT_FOUND',
    unknown: 'SIGN_IN_NOT_FOUND',
  },
};
