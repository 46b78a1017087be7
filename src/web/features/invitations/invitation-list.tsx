import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { INVITATION_STATES } from '#domain/accounts/invitation';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import { InvitationRow } from './invitation-row.tsx';
import { STATE_WORDS } from './invitation-words.ts';
import classes from './invitations.module.css';
import { InviteList } from './invite-list.tsx';
import { InvitePerson } from './invite-person.tsx';
import { type InvitationSearch, invitationsQuery } from './queries.ts';

/** Who was invited, what became of it, and the ways to invite more. */
export function InvitationList({ search }: { search: InvitationSearch }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...invitationsQuery(useApi(), search),
    placeholderData: keepPreviousData,
  });
  // Each opening is another one: what was sent from an earlier one does not close it.
  const { ask, asked, close } = useAsked<{ readonly invites: 'person' | 'list' }>();
  const list = useKeepFocus<HTMLDivElement>();
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const change = (changes: { [Name in keyof InvitationSearch]: InvitationSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({
      to: '/admin/users/invitations',
      search: Object.fromEntries(next),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.users_title(), to: '/admin/users' }, { label: m.invitations_title() }]}
      />
      <PageHeader
        title={m.invitations_title()}
        lead={m.invitations_lead()}
        actions={
          <>
            <Button variant="secondary" onClick={() => ask({ invites: 'list' })}>
              {m.invitations_many()}
            </Button>
            <Button onClick={() => ask({ invites: 'person' })}>{m.invitations_one()}</Button>
          </>
        }
      />
      <search className={classes.filters}>
        <SearchBox
          size="sm"
          label={m.invitations_search()}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <FilterSelect
          label={m.users_column_state()}
          all={m.invitations_all_states()}
          options={INVITATION_STATES}
          word={(state) => STATE_WORDS[state]()}
          value={search.state}
          onChange={(state) => change({ state })}
        />
      </search>
      {error && !items && <ErrorState error={error} heading="h2" />}
      {!items && !error && <LoadingState inline />}
      <div {...list}>
        {items?.length === 0 && (
          <EmptyState
            drawing="talk"
            title={m.invitations_none()}
            text={search.q || search.state ? m.invitations_none_found() : m.invitations_none_text()}
          />
        )}
        {items && items.length > 0 && (
          <ListTable
            caption={m.invitations_title()}
            columns={[
              m.auth_email(),
              m.users_column_tier(),
              m.users_column_role(),
              m.users_column_state(),
              { label: m.users_column_actions(), className: classes.actions },
            ]}
          >
            {items.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ListTable>
        )}
      </div>
      <MoreButton list={query}>{m.invitations_more()}</MoreButton>
      <InvitePerson open={asked?.invites === 'person'} onClose={() => close(asked)} />
      <InviteList open={asked?.invites === 'list'} onClose={() => close(asked)} />
    </Page>
  );
}
