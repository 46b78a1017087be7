import type { Transaction } from 'kysely';
import type { ActorKind } from '#domain/audit/actor-kinds';
import type { Caller } from '#server/services';
import { prepared } from './prepared.ts';
import type { DB } from './types.ts';

export interface AuditEntry {
  /** What was done: "course.update". */
  readonly action: string;
  /** What it was done to: "course". */
  readonly entity: string;
  readonly entityId?: string | null;
  /** The state before and after, without secrets. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Who acts when nobody called: the start of the process and its jobs. Passes every access rule. */
export const systemCaller: Caller = actor('system');
/** Who acts when a person uses the command line of the server. Passes every access rule. */
export const commandLineCaller: Caller = actor('command-line');

const insert = prepared(`
  insert into audit_log
    (actor_id, actor_kind, on_behalf_of, api_key_id, ip_address, request_id, action, entity, entity_id, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

type AuditColumn =
  | keyof ReturnType<typeof auditActor>
  | 'action'
  | 'entity'
  | 'entity_id'
  | 'before'
  | 'after';

/** For a statement that changes many rows at once: writes an audit row for each row of `source`, which has these columns. */
export function auditRowsOf(source: string, columns: readonly AuditColumn[]): string {
  return `insert into audit_log (${columns.join(', ')}) select ${columns.join(', ')} from ${source}`;
}

/** Writes who did what, in the transaction that does it. */
export async function recordAudit(trx: Transaction<DB>, caller: Caller, entry: AuditEntry): Promise<void> {
  const { actor_id, actor_kind, api_key_id, ip_address, on_behalf_of, request_id } = auditActor(caller);
  const { action, after, before, entity, entityId = null } = entry;
  const actor = [actor_id, actor_kind, on_behalf_of, api_key_id, ip_address, request_id];
  const values = [...actor, action, entity, entityId];
  await insert(trx, [...values, json(before), json(after)]);
}

/** The columns that say who acts, and from where. */
export function auditActor(caller: Caller) {
  const kind = actorKind(caller);
  const { viewer } = caller;
  const helper = viewer.kind === 'member' ? viewer.support : undefined;
  const isPerson = kind === 'member' || kind === 'admin';
  return {
    // In a support session it is the administrator who acts.
    actor_id: isPerson && viewer.kind === 'member' ? (helper?.adminId ?? viewer.userId) : null,
    actor_kind: kind,
    // And this is in whose account.
    on_behalf_of: helper && viewer.kind === 'member' ? viewer.userId : null,
    api_key_id: (caller.viewer.kind === 'member' && caller.viewer.key?.id) || null,
    ip_address: caller.ipAddress || null,
    request_id: caller.requestId || null,
  };
}

function actorKind({ viewer }: Caller): ActorKind {
  if (viewer.kind === 'visitor') return 'visitor';
  if (viewer.sessionId === 'system' || viewer.sessionId === 'command-line') return viewer.sessionId;
  return viewer.isAdmin || viewer.support ? 'admin' : 'member';
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function actor(kind: 'system' | 'command-line'): Caller {
  return {
    viewer: {
      kind: 'member',
      userId: '00000000-0000-0000-0000-000000000000',
      sessionId: kind,
      name: kind,
      email: '',
      tier: 'premium',
      isAdmin: true,
      avatarUrl: null,
      twoFactorEnabled: false,
    },
    ipAddress: '',
    userAgent: '',
    requestId: '',
  };
}
