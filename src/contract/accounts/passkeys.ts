import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { signInAnswer } from './accounts.ts';
import { bytes, credential, passkeyAnswer } from './passkey-answer.ts';

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyForm = z.object({
  name: z.string().trim().min(1, says(m.faults_name_is_required)).max(60, atMostCharacters(60)),
});

const known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What the browser asks an authenticator for: a new passkey. */
const creation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof creation>;

/** The same for a signature by one that there is. */
const question = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(known),
  userVerification: z.enum(['required', 'discouraged']),
});
export type PasskeyQuestion = z.infer<typeof question>;

const made = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type PasskeyMade = z.output<typeof made>;

const byId = z.object({ id: z.uuid() });
const done = z.object({ done: z.literal(true) });

export const passkeys = {
  list: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/account/passkeys', summary: 'List your passkeys, oldest first' })
    .output(z.array(passkey)),
  start: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/account/passkeys/options', summary: 'Get options to create a passkey' })
    .errors(failures('PROOF_REQUIRED'))
    .output(creation),
  add: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/account/passkeys', summary: 'Add a passkey', successStatus: 201 })
    .errors(failures('PROOF_REQUIRED', 'PASSKEY_REFUSED', 'PASSKEY_TAKEN'))
    .input(passkeyForm.extend({ credential: made }))
    .output(passkey),
  update: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PATCH', path: '/account/passkeys/{id}', summary: 'Rename a passkey' })
    .errors(failures('PASSKEY_NOT_FOUND'))
    .input(byId.extend(passkeyForm.shape))
    .output(passkey),
  remove: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/account/passkeys/{id}',
      summary: "Remove a passkey; the last sign-in method can't be removed",
    })
    .errors(failures('PASSKEY_NOT_FOUND', 'PROOF_REQUIRED', 'LAST_SIGN_IN'))
    .input(byId)
    .output(done),
  // Every sign-in page asks, and a whole classroom may share one address.
  startSignIn: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 120 })
    .route({
      method: 'POST',
      path: '/sign-in/passkey/options',
      summary: 'Get options to log in with a passkey or use it as a second factor',
    })
    .errors(failures('LINK_EXPIRED', 'PASSKEY_NOT_FOUND'))
    .input(z.object({ step: z.enum(['first', 'second']) }))
    .output(question),
  signIn: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({
      method: 'POST',
      path: '/sign-in/passkey',
      summary: 'Log in with a passkey, which counts as both factors, or complete a login with one',
    })
    .errors(failures('PASSKEY_REFUSED', 'LINK_EXPIRED', 'ACCOUNT_DISABLED'))
    .input(z.object({ credential: passkeyAnswer }))
    .output(signInAnswer),
  startProof: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity/passkey/options',
      summary: 'Get options to confirm your identity with a passkey',
    })
    .errors(failures('PASSKEY_NOT_FOUND'))
    .output(question),
  prove: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity/passkey',
      summary: 'Confirm your identity with a passkey',
    })
    .errors(failures('PASSKEY_REFUSED'))
    .input(z.object({ credential: passkeyAnswer }))
    .output(done),
};
