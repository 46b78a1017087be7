import { randomUUID } from 'node:crypto';
import { pictureForm } from './picture.ts';
import { type Context, type Habit, request } from './request.ts';

/** Exports that can be downloaded, those that were, and all that ever could: lists on their way still name what is removed. */
const [ready, taken, known] = [new Set<string>(), new Set<string>(), new Set<string>()];
const asAdmin = (context: Context, method: string, path: string, body?: object) =>
  request(context, method, path, { cookie: context.admin, ...(body && { body }) });
/** One of them, which nobody else gets. */
const takeFrom = (ids: Set<string>): string | undefined => {
  const [id] = ids;
  if (id !== undefined) ids.delete(id);
  return id;
};
const PICTURE = await pictureForm();
let announcements = 0;

/** What administrators ask for and is done in the background. */
export const BACKGROUND: readonly Habit[] = [
  {
    name: 'export asked for',
    weight: 0.5,
    // Ten may be there; one that is being written is answered again.
    ask: (context) =>
      ready.size + taken.size > 5
        ? null
        : { call: asAdmin(context, 'POST', '/api/admin/exports', { kind: 'users', filters: {} }) },
  },
  {
    name: 'exports',
    weight: 2,
    ask: (context) => ({
      call: asAdmin(context, 'GET', '/api/admin/exports'),
      onReply: ({ body }) => {
        const { items } = JSON.parse(body.toString()) as { items: { id: string; state: string }[] };
        for (const { id, state } of items) {
          if (state !== 'ready' || known.has(id)) continue;
          known.add(id);
          ready.add(id);
        }
      },
    }),
  },
  {
    name: 'export downloaded',
    weight: 1,
    ask: (context) => {
      const id = takeFrom(ready);
      return id === undefined
        ? null
        : {
            call: asAdmin(context, 'GET', `/api/admin/exports/${id}/file`),
            onReply: () => void taken.add(id),
          };
    },
  },
  {
    name: 'export removed',
    weight: 0.5,
    ask: (context) => {
      const id = takeFrom(taken);
      return id === undefined ? null : { call: asAdmin(context, 'DELETE', `/api/admin/exports/${id}`) };
    },
  },
  {
    name: 'file uploaded',
    weight: 0.5,
    ask: (context) => {
      const { body, headers } = PICTURE;
      return {
        call: { ...request(context, 'POST', '/api/admin/media', { cookie: context.admin, headers }), body },
        expected: [201],
      };
    },
  },
  {
    name: 'announcement',
    weight: 0.1,
    ask: (context) => {
      announcements += 1;
      return {
        call: asAdmin(context, 'POST', '/api/admin/announcements', {
          id: randomUUID(),
          subject: `News ${announcements}`,
          text: 'There is **more** to learn.',
          tiers: ['free', 'basic', 'premium'],
        }),
      };
    },
  },
];
