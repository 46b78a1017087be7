import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Backups } from './backups.tsx';
import { Chores } from './chores.tsx';
import { Queues, Storage } from './details.tsx';
import { Problems } from './problems.tsx';
import { Processes } from './processes.tsx';
import { healthQuery } from './queries.ts';
import classes from './system-health.module.css';
import { useRunChore } from './use-run-chore.ts';

/** How the system is: one calm line where all is well, else what is wrong and what to do; details below. */
export function SystemHealthPage() {
  const { data, error } = useQuery(healthQuery(useApi()));
  const chores = useRunChore();
  return (
    <Page>
      <PageHeader
        title={m.health_title()}
        lead={data && !error ? m.health_checked({ time: formatTime(data.checkedAt) }) : m.health_lead()}
        actions={
          <LinkButton variant="secondary" to="/admin/settings/$" params={{ _splat: 'alerts' }}>
            {m.alerts_title()}
          </LinkButton>
        }
      />
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && (
        <div className={classes.parts}>
          <Problems problems={data.problems} chores={chores} />
          {!data.hasAlerts && (
            <Notice>
              {m.health_no_alerts()}{' '}
              <TextLink to="/admin/settings/$" params={{ _splat: 'alerts' }}>
                {m.health_set_up_alerts()}
              </TextLink>
            </Notice>
          )}
          <Queues queues={data.queues} />
          <Processes processes={data.processes} />
          <Storage health={data} />
          <Backups backup={data.backup} backups={data.backups} />
          <Chores chores={data.chores} run={chores} />
        </div>
      )}
    </Page>
  );
}
