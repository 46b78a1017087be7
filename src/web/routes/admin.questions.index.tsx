import { createFileRoute } from '@tanstack/react-router';
import { BankList } from '#web/features/exams/banks/bank-list.tsx';
import type { BankListSearch } from '#web/features/exams/banks/bank-queries.ts';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/questions/')({
  staticData: {
    sidebar: {
      group: 'content',
      position: 2,
      label: m.banks_title,
      icon: 'M4 6.5l6-3 6 3-6 3zM4 10l6 3 6-3M4 13.5l6 3 6-3',
    },
  },
  validateSearch: (search: Record<string, unknown>): BankListSearch => listSearch(search),
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.banks_title(), path: '/admin/questions', noindex: true }),
  component: Banks,
});

function Banks() {
  return <BankList search={Route.useSearch()} />;
}
