import { z } from 'zod';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';

export const MESSAGE_STATES = ['open', 'answered'] as const;

const contactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: isoTime,
  answeredAt: isoTime.nullable(),
  /** Who marked it as answered; null when nobody did, or that account is gone. */
  answeredBy: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

const byId = z.object({ id: z.uuid() });

export const messages = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({ method: 'GET', path: '/admin/messages', summary: 'List contact form messages, newest first' })
    .input(
      z.object({
        state: z.enum(MESSAGE_STATES).optional(),
        q: z.string().trim().max(200).default(''),
        /** Where the page before ended. */
        after: cursor,
      }),
    )
    .output(
      z.object({
        items: z.array(contactMessage),
        /** Continue here; null on the last page. */
        next: z.string().nullable(),
        /** How many wait for an answer, whatever is searched for. */
        open: z.int(),
      }),
    ),
  setAnswered: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'PUT',
      path: '/admin/messages/{id}/answered',
      summary: 'Mark a message as answered or open',
    })
    .errors(failures('MESSAGE_NOT_FOUND'))
    .input(byId.extend({ answered: z.boolean() }))
    .output(contactMessage),
  remove: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({ method: 'DELETE', path: '/admin/messages/{id}', summary: 'Delete a message' })
    .errors(failures('MESSAGE_NOT_FOUND'))
    .input(byId)
    .output(byId),
};
