import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { StateFilter } from '#web/ui/fields/state-filter.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { MessageCard } from './message-card.tsx';
import classes from './message-list.module.css';
import { type MessageSearch, messagesQuery } from './queries.ts';

const STATES = [
  { state: undefined, label: m.admin_messages_all },
  { state: 'open', label: m.admin_messages_open },
  { state: 'answered', label: m.admin_messages_answered },
] as const;

/** What came through the contact form, and what of it still waits for an answer. */
export function MessageList({ search }: { search: MessageSearch }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery({ ...messagesQuery(useApi(), search), placeholderData: keepPreviousData });
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const open = data?.pages[0]?.open ?? 0;
  const change = (changes: { [Name in keyof MessageSearch]: MessageSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/messages', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return (
    <Page width="text">
      <PageHeader title={m.admin_messages_title()} lead={m.admin_messages_lead()} />
      <StateFilter
        search={m.admin_messages_search()}
        q={search.q}
        legend={m.admin_messages_state()}
        states={STATES}
        state={search.state}
        mark={(state) => state === 'open' && open > 0 && <span className={classes.count}>{open}</span>}
        onChange={change}
      />
      {error && !items && <ErrorState error={error} heading="h2" />}
      {!items && !error && <LoadingState inline />}
      {items?.length === 0 && (
        <EmptyState
          drawing="talk"
          title={m.admin_messages_none()}
          text={search.q || search.state ? m.admin_messages_none_found() : m.admin_messages_none_text()}
        />
      )}
      <ul className={classes.list}>
        {items?.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </ul>
      <MoreButton list={query}>{m.admin_messages_more()}</MoreButton>
    </Page>
  );
}
