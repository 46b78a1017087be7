import { z } from 'zod';
import { EXPORT_KINDS, EXPORT_STATES, MAX_EXPORTS } from '#domain/exports/limits';
import { exportRange } from '../billing-reports.ts';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures, sentFile } from '../procedure.ts';
import { auditFilters } from './audit.ts';
import { userFilters } from './users.ts';

/** What can be exported, with the filters of its list. */
export const exportRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('users'), filters: userFilters }),
  z.object({ kind: z.literal('audit'), filters: auditFilters }),
  z.object({ kind: z.literal('gradebook'), courseId: z.uuid() }),
  z.object({ kind: z.literal('invoices'), range: exportRange }),
  z.object({ kind: z.literal('payments'), range: exportRange }),
]);
export type ExportRequest = z.infer<typeof exportRequest>;
/** As a screen says it: what it leaves out is filled in by the server. */
export type ExportWish = z.input<typeof exportRequest>;

const requested = z.object({
  id: z.uuid(),
  kind: z.enum(EXPORT_KINDS),
  /** Of the gradebook: what the course is called. */
  course: z.string().nullable(),
  state: z.enum(EXPORT_STATES),
  /** About how many rows it will have. */
  total: z.int(),
  /** Rows that are written. */
  written: z.int(),
  bytes: z.int(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** When it is deleted; null while it is written. */
  expiresAt: isoTime.nullable(),
});
export type RequestedExport = z.infer<typeof requested>;

const byId = z.object({ id: z.uuid() });

export const exports = {
  request: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/exports',
      summary: 'Ask for an export; a small one can be downloaded directly instead',
    })
    .errors(failures('COURSE_NOT_FOUND', 'EXPORT_LIMIT'))
    .input(exportRequest)
    .output(
      z.object({
        /** Null: it is small, so nothing is written in the background. Download it from its own address. */
        export: requested.nullable(),
      }),
    ),
  list: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/exports', summary: 'List your exports, newest first' })
    .output(z.object({ items: z.array(requested).max(MAX_EXPORTS) })),
  download: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/admin/exports/{id}/file', summary: 'Download one of your exports' })
    .errors(failures('EXPORT_NOT_FOUND'))
    .input(byId)
    .output(sentFile),
  remove: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/exports/{id}',
      summary: 'Cancel or delete one of your exports',
    })
    .errors(failures('EXPORT_NOT_FOUND'))
    .input(byId)
    .output(z.object({ done: z.literal(true) })),
};
