import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { UserRow } from '#contract/administration/users';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ExportLink } from '#web/ui/export-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { CursorPages } from '#web/ui/layout/cursor-pages.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { type UserSearch, usersFile, usersQuery, usersWish } from './queries.ts';
import { useUserChanges } from './use-user-changes.ts';
import { UserFilters } from './user-filters.tsx';
import classes from './user-list.module.css';
import { UserTable } from './user-table.tsx';
import { countWords } from './user-words.ts';

/** User Management: all accounts, newest first (spec section 2). */
export function UserList({ search }: { search: UserSearch }) {
  const navigate = useNavigate();
  const { data, error, isPlaceholderData } = useQuery({
    ...usersQuery(useApi(), search),
    placeholderData: keepPreviousData,
  });
  const { busy, setAdmin, setTier } = useUserChanges();
  const [asked, setAsked] = useState<UserRow | null>(null);
  useEffect(() => {
    if (error) toastFailure(error, { title: m.admin_error(), description: m.users_fetch_failed() });
  }, [error]);
  const { after, before, page, ...filters } = search;
  const change = (changes: { [Name in keyof UserSearch]: UserSearch[Name] | undefined }) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/users', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  const isFiltered = Boolean(search.q || search.tier || search.role || after || before);
  return (
    <Page>
      <PageHeader
        title={m.users_title()}
        lead={m.users_lead()}
        actions={
          <>
            <ExportLink href={usersFile(search)} wish={usersWish(search)}>
              {m.users_export()}
            </ExportLink>
            <LinkButton to="/admin/users/invitations" variant="secondary">
              {m.users_invitations()}
            </LinkButton>
          </>
        }
      />
      <UserFilters search={search} onChange={change} />
      <p className={classes.count} role="status">
        {data && countWords(data.count)}
      </p>
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && (
        <EmptyState
          title={m.users_none()}
          text={isFiltered ? m.users_none_filtered() : m.users_none_at_all()}
        >
          {isFiltered && (
            <LinkButton to="/admin/users" variant="secondary">
              {m.users_show_all()}
            </LinkButton>
          )}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <UserTable
          users={data.items}
          busy={busy}
          stale={isPlaceholderData}
          onTier={setTier}
          onAdmin={setAsked}
        />
      )}
      {data && (
        <CursorPages
          previous={data.previous}
          next={data.next}
          link={(place, props) => <Link to="/admin/users" search={{ ...filters, ...place }} {...props} />}
        />
      )}
      <AskAdmin
        user={asked}
        onClose={() => setAsked(null)}
        onConfirm={(user) => {
          setAsked(null);
          return setAdmin(user, user.role !== 'admin');
        }}
      />
    </Page>
  );
}
