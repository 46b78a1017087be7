import { z } from 'zod';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { email, user } from './accounts.ts';

export const addressForm = z.object({ email });

const token = z.string().min(1).max(500);
const done = z.object({ done: z.literal(true) });

/** The change of the own address: asked for here, confirmed by a link to the new one, undone by a link to the old one. */
export const address = {
  get: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/account/address', summary: 'Get your pending email address change' })
    .output(z.object({ pending: z.object({ email: z.string(), expiresAt: isoTime }).nullable() })),
  request: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({
      method: 'POST',
      path: '/account/address',
      summary:
        'Request an email address change; the response never reveals whether the new address has an account',
    })
    .errors(failures('PROOF_REQUIRED'))
    .input(addressForm)
    .output(done),
  remove: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/account/address',
      summary: 'Cancel your pending email address change',
    })
    .output(done),
  confirm: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/account/address/confirm',
      summary: 'Confirm the new email address with the token emailed to it',
    })
    .errors(failures('LINK_EXPIRED', 'ADDRESS_TAKEN', 'PROOF_REQUIRED'))
    .input(z.object({ token }))
    .output(user),
  undo: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/undo-address',
      summary:
        'Cancel or undo an email address change with the token emailed to the old address; ends all sessions',
    })
    .errors(failures('LINK_EXPIRED', 'ADDRESS_TAKEN'))
    .input(z.object({ token }))
    .output(done),
};
