import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from '../billing-page.module.css';
import { PersonLink } from '../person-link.tsx';
import { type Health, healthQuery, overviewQuery } from '../queries.ts';

/** What could not be done by itself, and what differed at the last comparison. Nothing while all is well. */
export function Troubles() {
  const api = useApi();
  const { data, error } = useQuery(healthQuery(api));
  const commands = useQuery(overviewQuery(api)).data?.commandsParked ?? 0;
  const parked = data?.parked ?? [];
  return (
    <>
      {error && !data && (
        <section className={classes.block}>
          <h2>{m.billing_admin_parked()}</h2>
          <ErrorState error={error} heading="h3" />
        </section>
      )}
      {!data && !error && <LoadingState inline />}
      {(parked.length > 0 || commands > 0) && <GivenUp commands={commands} parked={parked} />}
      {data && data.failed.length > 0 && <FailedLooks failed={data.failed} />}
      {data?.lastCheck && data.lastCheck.differences.length > 0 && <Differences check={data.lastCheck} />}
    </>
  );
}

/** Webhooks and commands that were given up: one button tries both again. */
function GivenUp({ commands, parked }: Pick<Health, 'parked'> & { commands: number }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { busy, run } = useHeld(async () => {
    try {
      const { retried } = await api.billingReports.retryNotices();
      toast({ title: m.billing_admin_retried({ count: retried }) });
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastFailure(error);
    }
  });
  const title = parked.length > 0 ? m.billing_admin_parked() : m.billing_admin_commands_failed();
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <Button variant="secondary" size="sm" busy={busy} onClick={run}>
          {m.billing_admin_retry()}
        </Button>
      </div>
      <p>{m.billing_admin_parked_text()}</p>
      {commands > 0 && <p>{m.billing_admin_commands_failed_count({ count: commands })}</p>}
      {parked.length > 0 && <Webhooks title={title} parked={parked} />}
    </section>
  );
}

function Webhooks({ parked, title }: Pick<Health, 'parked'> & { title: string }) {
  return (
    <ListTable
      caption={title}
      columns={[m.billing_admin_webhook(), m.billing_admin_received(), m.billing_admin_error_column()]}
    >
      {parked.map(({ error, id, receivedAt, type }) => (
        <tr key={id}>
          <th scope="row">{type}</th>
          <td data-label={m.billing_admin_received()}>{formatTime(receivedAt)}</td>
          <td data-label={m.billing_admin_error_column()} className={classes.reason}>
            {error ?? '–'}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function FailedLooks({ failed }: Pick<Health, 'failed'>) {
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_failed_looks()}</h2>
      <p>{m.billing_admin_failed_looks_text()}</p>
      <ListTable
        caption={m.billing_admin_failed_looks()}
        columns={[m.billing_admin_member(), m.billing_admin_error_column()]}
      >
        {failed.map(({ customer, error, name, userId }) => (
          <tr key={customer}>
            <th scope="row">
              <PersonLink name={name} userId={userId} />
            </th>
            <td data-label={m.billing_admin_error_column()} className={classes.reason}>
              {error}
            </td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function Differences({ check }: { check: NonNullable<Health['lastCheck']> }) {
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_differences()}</h2>
      <p>{m.billing_admin_differences_text({ date: formatTime(check.at) })}</p>
      <ListTable
        caption={m.billing_admin_differences()}
        columns={[m.billing_admin_member(), m.billing_admin_difference()]}
      >
        {check.differences.map(({ facts, name, userId }) => (
          <tr key={facts.join()}>
            <th scope="row">
              <PersonLink name={name} userId={userId} />
            </th>
            <td data-label={m.billing_admin_difference()} className={classes.reason}>
              {facts.join(', ')}
            </td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}
