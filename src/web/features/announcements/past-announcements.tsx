import { useInfiniteQuery } from '@tanstack/react-query';
import type { Announcement } from '#contract/administration/announcements';
import { TIERS } from '#domain/tiers';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import classes from './announcements.module.css';
import { announcementsQuery } from './queries.ts';

/** What was sent: when, by whom, to which plans and how many. */
export function PastAnnouncements() {
  const query = useInfiniteQuery(announcementsQuery(useApi()));
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="past">
      <h2 id="past" className={classes.title}>
        {m.announcements_past()}
      </h2>
      {error && !items && <ErrorState error={error} heading="h3" />}
      {items?.length === 0 && (
        <EmptyState
          drawing="talk"
          heading="h3"
          title={m.announcements_none()}
          text={m.announcements_none_text()}
        />
      )}
      {items && items.length > 0 && (
        <ListTable
          caption={m.announcements_past()}
          columns={[
            m.announcements_subject(),
            m.announcements_date(),
            m.announcements_by(),
            m.announcements_plans(),
            m.announcements_emails(),
          ]}
        >
          {items.map((one) => (
            <Row key={one.id} announcement={one} />
          ))}
        </ListTable>
      )}
      <MoreButton list={query}>{m.announcements_more()}</MoreButton>
    </section>
  );
}

function Row({ announcement }: { announcement: Announcement }) {
  const tierName = useTierName();
  const { createdAt, recipients, sentBy, state, subject, tiers } = announcement;
  return (
    <tr>
      <th scope="row">{subject}</th>
      <td data-label={m.announcements_date()}>
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </td>
      <td data-label={m.announcements_by()}>{sentBy ?? m.announcements_deleted_account()}</td>
      <td data-label={m.announcements_plans()}>
        {tiers.length === TIERS.length ? m.announcements_all_plans() : tiers.map(tierName).join(', ')}
      </td>
      <td data-label={m.announcements_emails()}>
        {recipients}
        {state === 'sending' && <span className={classes.hint}> {m.announcements_state_sending()}</span>}
        {state === 'stopped' && <span className={classes.hint}> {m.announcements_state_stopped()}</span>}
      </td>
    </tr>
  );
}
