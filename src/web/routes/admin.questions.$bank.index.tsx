import { createFileRoute } from '@tanstack/react-router';
import { BankPage } from '#web/features/exams/banks/bank-page.tsx';
import type { QuestionListSearch } from '#web/features/exams/banks/bank-queries.ts';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

export const Route = createFileRoute('/admin/questions/$bank/')({
  validateSearch: (search: Record<string, unknown>): QuestionListSearch =>
    listSearch(search, ['q', 'tag', 'kind']),
  beforeLoad: requireAdmin,
  head: ({ match, params: { bank } }) =>
    pageHead(match.context, { title: m.banks_title(), path: `/admin/questions/${bank}`, noindex: true }),
  component: Bank,
});

function Bank() {
  return (
    <WithCodeTools>
      <BankPage id={Route.useParams().bank} search={Route.useSearch()} />
    </WithCodeTools>
  );
}
