import { VISITOR } from '#domain/access/viewer';
import { addPasskey } from '#server/areas/accounts/passkeys/add-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { startPasskeyProof } from '#server/areas/accounts/proof/start-passkey-proof';
import { startPasskeySignIn } from '#server/areas/accounts/sign-in/start-passkey-sign-in';
import type { Caller } from '#server/services';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { UNKNOWN } from '../content/content.ts';
import type { AccessCase, World } from './access-objects.ts';

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const MADE = { ...CREDENTIAL, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const ANSWERED = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const PASSKEY_CASES: Readonly<Record<string, AccessCase>> = {
  'passkeys.add': { input: () => ({ name: 'Mine', credential: MADE }), own: 'PASSKEY_REFUSED' },
  'passkeys.update': {
    input: ({ content }, _who, object) => ({
      id: object === 'unknown' ? UNKNOWN : content.categoryId,
      name: 'Mine',
    }),
    own: 'PASSKEY_NOT_FOUND',
    unknown: 'PASSKEY_NOT_FOUND',
  },
  'passkeys.remove': {
    input: ({ content }, _who, object) => ({ id: object === 'unknown' ? UNKNOWN : content.categoryId }),
    own: 'PASSKEY_NOT_FOUND',
    unknown: 'PASSKEY_NOT_FOUND',
  },
  'passkeys.startSignIn': { input: () => ({ step: 'first' }), own: 'ok' },
  'passkeys.signIn': { input: () => ({ credential: ANSWERED }), own: 'PASSKEY_REFUSED' },
  'passkeys.startProof': { own: 'PASSKEY_NOT_FOUND' },
  'passkeys.prove': { input: () => ({ credential: ANSWERED }), own: 'PASSKEY_REFUSED' },
};

type Input = Record<string, unknown>;

/** Inputs with which each of them succeeds; the caller is `basic`. */
export const FULFILLED_PASSKEYS: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'passkeys.add': async (world) => {
    const question = await startPasskey(world.school.services, basic(world));
    return { name: 'Mine', credential: makeAuthenticator().register(question) };
  },
  'passkeys.update': async (world) => ({ id: (await kept(world)).id, name: 'Another name' }),
  'passkeys.remove': async (world) => {
    // The other one is the way in that is left.
    await kept(world);
    return { id: (await kept(world)).id };
  },
  'passkeys.signIn': async (world) => {
    const { device } = await kept(world);
    const question = await startPasskeySignIn(world.school.services, { step: 'first' }, new Headers());
    return { credential: device.answer(question) };
  },
  'passkeys.startProof': async (world) => {
    await kept(world);
    return {};
  },
  'passkeys.prove': async (world) => {
    const { device } = await kept(world);
    return { credential: device.answer(await startPasskeyProof(world.school.services, basic(world))) };
  },
};

function basic({ school }: World): Caller {
  const viewer = school.people.get('basic') ?? VISITOR;
  return { viewer, ipAddress: '127.0.0.1', userAgent: '', requestId: '' };
}

/** A passkey of `basic`, with the device that holds it. */
async function kept(world: World) {
  const { services } = world.school;
  const device = makeAuthenticator();
  const credential = device.register(await startPasskey(services, basic(world)));
  const { id } = await addPasskey(services, basic(world), { name: 'Mine', credential });
  return { device, id };
}
