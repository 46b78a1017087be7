import type { SystemHealth } from '#contract/administration/health';
import { formatCount } from '#web/lib/format.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Fact } from './fact.tsx';
import classes from './system-health.module.css';

/** What waits to be done. */
export function Queues({ queues }: { queues: SystemHealth['queues'] }) {
  const { labsQueued, labsRunning, mailsFailed, mailsWaiting, noticesDue, payments } = queues;
  return (
    <section className={classes.block} aria-labelledby="queues">
      <h2 id="queues">{m.health_queues()}</h2>
      <dl className={classes.facts}>
        <Fact label={m.health_mails()}>
          {m.health_waiting({ count: mailsWaiting })}
          {mailsFailed > 0 && (
            <TextLink to="/admin/emails">{m.health_mails_failed({ count: mailsFailed })}</TextLink>
          )}
        </Fact>
        <Fact label={m.health_notices()}>{m.health_waiting({ count: noticesDue })}</Fact>
        <Fact label={m.health_labs()}>
          {m.health_labs_state({ queued: labsQueued, running: labsRunning })}
        </Fact>
        {payments && (
          <Fact label={m.health_payments()}>
            {m.health_waiting({ count: payments.waiting })}
            {payments.parked + payments.drifts > 0 && (
              <TextLink to="/admin/billing">
                {m.health_payments_problems({ count: payments.parked + payments.drifts })}
              </TextLink>
            )}
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** The database and uploaded files. */
export function Storage({ health }: { health: SystemHealth }) {
  const { database, storage } = health;
  const place = storage.place === 'bucket' ? m.health_media_bucket() : m.health_media_folder();
  return (
    <section className={classes.block} aria-labelledby="storage">
      <h2 id="storage">{m.health_storage()}</h2>
      <dl className={classes.facts}>
        <Fact label={m.health_database()}>
          {sizeText(database.bytes)}
          <small>
            {database.isEmbedded
              ? m.health_database_embedded({ version: database.version })
              : m.health_database_own({ version: database.version })}
          </small>
          <small>{database.migration}</small>
        </Fact>
        <Fact label={m.health_media()}>
          {m.health_media_used({
            used: sizeText(storage.mediaBytes),
            quota: sizeText(storage.mediaQuotaBytes),
          })}
          <small>{place}</small>
        </Fact>
      </dl>
      <details className={classes.tables}>
        <summary>{m.health_tables()}</summary>
        <ListTable caption={m.health_tables()} columns={[m.health_table(), m.health_size(), m.health_rows()]}>
          {database.tables.map(({ bytes, rows, table }) => (
            <tr key={table}>
              <th scope="row">{table}</th>
              <td data-label={m.health_size()}>{sizeText(bytes)}</td>
              <td data-label={m.health_rows()}>{formatCount(Math.round(rows))}</td>
            </tr>
          ))}
        </ListTable>
      </details>
    </section>
  );
}
