import type { AuditEntry } from '#contract/administration/audit';
import type { ActorKind } from '#domain/audit/actor-kinds';
import { m } from '#web/lib/messages.ts';

const KIND_WORDS: Readonly<Record<ActorKind, () => string>> = {
  visitor: m.audit_kind_visitor,
  member: m.audit_kind_member,
  admin: m.audit_kind_admin,
  system: m.audit_kind_system,
  'command-line': m.audit_kind_command_line,
};

export function kindWord(kind: ActorKind): string {
  return KIND_WORDS[kind]();
}

/** Who it was, by the name of now. */
export function actorWord({ id, kind, name }: AuditEntry['actor']): string {
  return name ?? (id === null ? kindWord(kind) : m.audit_gone());
}
