import { z } from 'zod';
import { SUPPORT_MODES } from '#domain/access/people/support-modes';
import { m } from '../../messages/messages.js';
import { adminProcedure, failures, memberProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

export const supportForm = z.object({
  mode: z.enum(SUPPORT_MODES).default('look'),
  reason: z
    .string()
    .trim()
    .min(5, says(m.faults_enter_a_reason_of_at_least_5))
    .max(500, atMostCharacters(500)),
});

const done = z.object({ done: z.literal(true) });

export const support = {
  start: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/admin/users/{id}/support',
      summary:
        'Log in as a user for support, read-only or with limited changes, for up to one hour; the user is notified',
    })
    .errors(failures('USER_NOT_FOUND', 'OWN_ACCOUNT', 'SUPPORT_REFUSED', 'PROOF_REQUIRED'))
    .input(supportForm.extend({ id: z.uuid() }))
    .output(done),
  end: memberProcedure
    .meta({ scope: 'session-only', support: 'end' })
    .route({
      method: 'DELETE',
      path: '/support',
      summary: 'End the support session and return to your own account; does nothing in any other session',
    })
    .output(done),
};
