import { createFileRoute } from '@tanstack/react-router';
import { ACTOR_KINDS } from '#domain/audit/actor-kinds';
import { AuditList } from '#web/features/audit/audit-list.tsx';
import type { AuditSearch } from '#web/features/audit/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { readPlace } from '#web/lib/place.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

const TEXTS = ['action', 'entity', 'entityId', 'actor'] as const;
const DAYS = ['from', 'to'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Route = createFileRoute('/admin/audit')({
  staticData: {
    sidebar: {
      group: 'operations',
      position: 3,
      label: m.audit_title,
      icon: 'M5 3.5h10v13H5zM8 7h4M8 10h4M8 13h2',
    },
  },
  validateSearch: (search: Record<string, unknown>): AuditSearch => {
    const found: AuditSearch = readPlace(search);
    for (const name of TEXTS) {
      const text = search[name] === undefined ? '' : String(search[name]).slice(0, 100);
      if (text) found[name] = text;
    }
    for (const name of DAYS) {
      const day = search[name];
      if (typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)) found[name] = day;
    }
    const kind = ACTOR_KINDS.find((one) => one === search.kind);
    const { about } = search;
    return {
      ...found,
      ...(kind && { kind }),
      ...(typeof about === 'string' && UUID.test(about) && { about }),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.audit_title(), path: '/admin/audit', noindex: true }),
  component: Audit,
});

function Audit() {
  return <AuditList search={Route.useSearch()} />;
}
