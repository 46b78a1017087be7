import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { StateFilter } from '#web/ui/fields/state-filter.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AllComments } from './all-comments.tsx';
import { CommentQueue } from './comment-queue.tsx';
import type { CommentSearch } from './queries.ts';

const STATES = [
  { state: undefined, label: m.comments_all_state_all },
  { state: 'reported', label: m.comments_all_state_reported },
  { state: 'hidden', label: m.comments_all_state_hidden },
] as const;

/** The comments of the school for administrators; reported ones wait here for a decision. */
export function CommentAdmin({ search }: { search: CommentSearch }) {
  const navigate = useNavigate();
  const { q = '', state } = search;
  const change = (changes: { [Name in keyof CommentSearch]: CommentSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/comments', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return (
    <Page>
      <PageHeader
        title={m.comments_title()}
        lead={state === 'reported' ? m.comments_queue_lead() : m.comments_all_lead()}
      />
      <StateFilter
        search={m.comments_all_search()}
        q={search.q}
        legend={m.comments_all_state()}
        states={STATES}
        state={state}
        onChange={change}
      />
      {state === 'reported' ? <CommentQueue q={q} /> : <AllComments q={q} {...(state && { state })} />}
    </Page>
  );
}
