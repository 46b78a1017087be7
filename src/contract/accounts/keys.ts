import { z } from 'zod';
import { SCOPES } from '#domain/access/people/scopes';
import { m } from '../../messages/messages.js';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

/** How long a key may live, in days. */
export const LONGEST_KEY_DAYS = 365;

export const keyForm = z.object({
  name: z.string().trim().min(1, says(m.faults_name_is_required)).max(100, atMostCharacters(100)),
  scopes: z.array(z.enum(SCOPES)).min(1, says(m.faults_choose_at_least_one_permission)).max(SCOPES.length),
  days: z
    .int()
    .min(
      1,
      says(() => m.faults_at_least_days({ number: 1 })),
    )
    .max(
      LONGEST_KEY_DAYS,
      says(() => m.faults_at_most_days({ number: 365 })),
    ),
});

export const keyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first letters of the key; the rest is known to its owner only. */
  start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: isoTime,
  expiresAt: isoTime,
  isExpired: z.boolean(),
  lastUsedAt: isoTime.nullable(),
  lastUsedFrom: z.string().nullable(),
});
export type KeyRow = z.infer<typeof keyRow>;

export const keys = {
  list: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/account/keys', summary: 'List your API keys, newest first' })
    .output(z.array(keyRow)),
  create: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/keys',
      summary: 'Create an API key; the key is returned only once',
      successStatus: 201,
    })
    .errors(failures('PROOF_REQUIRED', 'ADMINISTRATOR_REQUIRED', 'TOO_MANY_KEYS'))
    .input(keyForm)
    .output(z.object({ row: keyRow, key: z.string() })),
  revoke: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/account/keys/{id}', summary: 'Revoke one of your API keys' })
    .errors(failures('KEY_NOT_FOUND'))
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ done: z.literal(true) })),
};
