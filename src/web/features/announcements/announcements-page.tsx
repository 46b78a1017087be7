import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import classes from './announcements.module.css';
import { PastAnnouncements } from './past-announcements.tsx';
import { audienceQuery } from './queries.ts';

/** Where administrators write to the members who agreed to marketing emails, and see what was sent. */
export function AnnouncementsPage() {
  const { data, error } = useQuery(audienceQuery(useApi()));
  return (
    <Page>
      <PageHeader title={m.announcements_title()} lead={m.announcements_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && !data.isOn && <SwitchedOff />}
      {data && <AnnouncementForm audience={data} />}
      {/* Below what is still to come, it would move. */}
      {(data || error) && <PastAnnouncements />}
    </Page>
  );
}

function SwitchedOff() {
  return (
    <section className={classes.off} aria-labelledby="marketing-off">
      <h2 id="marketing-off">{m.announcements_off_title()}</h2>
      <p>{m.announcements_off_text()}</p>
      <TextLink to="/admin/settings/$" params={{ _splat: 'notifications' }}>
        {m.announcements_off_link()}
      </TextLink>
    </section>
  );
}
