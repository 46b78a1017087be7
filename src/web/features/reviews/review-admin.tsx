import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { StateFilter } from '#web/ui/fields/state-filter.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AllReviews } from './all-reviews.tsx';
import type { ReviewSearch } from './queries.ts';

const STATES = [
  { state: undefined, label: m.reviews_all_state_all },
  { state: 'shown', label: m.reviews_all_state_shown },
  { state: 'hidden', label: m.reviews_all_state_hidden },
] as const;

/** The reviews of all courses for administrators. */
export function ReviewAdmin({ search }: { search: ReviewSearch }) {
  const navigate = useNavigate();
  const change = (changes: { [Name in keyof ReviewSearch]: ReviewSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/reviews', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return (
    <Page>
      <PageHeader title={m.reviews_title()} lead={m.reviews_all_lead()} />
      <StateFilter
        search={m.reviews_all_search()}
        q={search.q}
        legend={m.reviews_all_state()}
        states={STATES}
        state={search.state}
        onChange={change}
      />
      <AllReviews search={search} />
    </Page>
  );
}
