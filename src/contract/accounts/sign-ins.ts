import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { says } from '../says.ts';
import { user } from './accounts.ts';

const provider = z.string().regex(/^[a-z]{1,20}$/, says(m.faults_unknown_service));
/** Where to go afterwards; what is no path of this site leads to the dashboard. */
const redirect = z.string().max(2000).optional();
const address = z.object({ url: z.url() });
const done = z.object({ done: z.literal(true) });
const begins = failures('PROVIDER_NOT_FOUND', 'PROVIDER_AWAY');

export const signInRow = z.object({
  id: z.uuid(),
  /** The name of the service; its address when the school no longer uses it. */
  service: z.string(),
  /** Null when the school no longer uses this service: nobody can sign in by it now. */
  provider: z.string().nullable(),
  label: z.string(),
  linkedAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type SignInRow = z.infer<typeof signInRow>;

export const signInWays = z.object({ hasPassword: z.boolean(), signIns: z.array(signInRow) });
export type SignInWays = z.infer<typeof signInWays>;

export const signIns = {
  begin: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/sign-in/external/{provider}',
      summary:
        'Start logging in with an external service; returns the URL to open, bound to this browser by a cookie',
    })
    .errors(begins)
    .input(z.object({ provider, redirect }))
    .output(address),
  finish: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/sign-in/external/{provider}/finish',
      summary: 'Complete a login, link, or identity check with the query the service added to the URL',
    })
    .errors(
      failures(
        'PROVIDER_NOT_FOUND',
        'PROVIDER_AWAY',
        'PROVIDER_REFUSED',
        'SIGN_IN_EXPIRED',
        'ADDRESS_UNVERIFIED',
        'LINK_FIRST',
        'SIGN_IN_TAKEN',
        'WRONG_IDENTITY',
        'ACCOUNT_DISABLED',
        'SIGN_IN_REQUIRED',
      ),
    )
    .input(z.object({ provider, query: z.string().max(8000) }))
    .output(
      z.discriminatedUnion('status', [
        z.object({ status: z.literal('signed-in'), user, redirect: z.string() }),
        z.object({ status: z.literal('two-factor-required'), redirect: z.string() }),
        z.object({ status: z.literal('linked'), redirect: z.string() }),
        z.object({ status: z.literal('proved'), redirect: z.string() }),
      ]),
    ),
  beginProof: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity/{provider}',
      summary: 'Start confirming your identity with a linked service; lasts ten minutes',
    })
    .errors(begins)
    .input(z.object({ provider, redirect }))
    .output(address),
  list: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/account/sign-ins', summary: 'List your sign-in methods' })
    .output(signInWays),
  beginLink: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/account/sign-ins/{provider}',
      summary: 'Start linking an external service to your account',
    })
    .errors({ ...begins, ...failures('PROOF_REQUIRED') })
    .input(z.object({ provider }))
    .output(address),
  unlink: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'DELETE',
      path: '/account/sign-ins/{id}',
      summary: "Unlink a service; ends all other sessions, and the last sign-in method can't be removed",
    })
    .errors(failures('PROOF_REQUIRED', 'SIGN_IN_NOT_FOUND', 'LAST_SIGN_IN'))
    .input(z.object({ id: z.uuid() }))
    .output(done),
};
