import { z } from 'zod';
import { ACTOR_KINDS } from '#domain/audit/actor-kinds';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, sentFile } from '../procedure.ts';

const entryId = z.string().regex(/^\d{1,18}$/);

/** Who did what to which, when and from where. */
const auditEntry = z.object({
  id: entryId,
  at: isoTime,
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.uuid().nullable(),
    /** Null for a visitor, the machine, and an account that is gone. */
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** In whose account, in a support session; null everywhere else. */
  onBehalfOf: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** The API key through which someone acted; its name is null when the key is gone. */
  key: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  /** What it is called now, where that is known. */
  entityName: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** Id of the request that did it, as the log of the server has it. */
  request: z.string().nullable(),
  /** The state before and after; null also when they are too long for the list. */
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  /** The values are left out here: ask for the entry itself. */
  isLong: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditFilters = z.object({
  action: z.string().max(100).optional(),
  entity: z.string().max(100).optional(),
  entityId: z.string().max(200).optional(),
  /** Part of the name or address of who acted, or the id of the account. */
  actor: z.string().trim().max(200).default(''),
  kind: z.enum(ACTOR_KINDS).optional(),
  /** What this account did, and what was done to it or in it. */
  about: z.uuid().optional(),
  from: isoTime.optional(),
  /** Before this instant. */
  to: isoTime.optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

const auditPage = z.object({
  items: z.array(auditEntry),
  previous: z.string().nullable(),
  next: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;

export const audit = {
  list: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({ method: 'GET', path: '/admin/audit', summary: 'List audit log entries, newest first' })
    .input(
      auditFilters.extend({
        after: cursor,
        before: cursor,
        page: z.enum(['first', 'last']).default('first'),
      }),
    )
    .output(auditPage),
  export: adminProcedure
    .meta({ scope: 'admin:reports:read', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/admin/audit.csv',
      summary: 'Export all matching audit log entries as CSV',
    })
    .input(auditFilters)
    .output(sentFile),
  kinds: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/audit/kinds',
      summary: 'List the actions and entities used in the audit log',
    })
    .output(z.object({ actions: z.array(z.string()), entities: z.array(z.string()) })),
  get: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/audit/{id}',
      summary: 'Get an audit log entry with all its values',
    })
    .errors(failures('ENTRY_NOT_FOUND'))
    .input(z.object({ id: entryId }))
    .output(auditEntry),
};
