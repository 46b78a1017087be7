import type { SystemHealth } from '#contract/administration/health';
import { formatTime } from '#web/lib/format.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { relativeTime } from '#web/lib/relative-time.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './system-health.module.css';

type Running = SystemHealth['processes'][number];

/** Every process that serves the school or judges its labs. */
export function Processes({ processes }: { processes: readonly Running[] }) {
  return (
    <section className={classes.block} aria-labelledby="processes">
      <h2 id="processes">{m.health_processes()}</h2>
      {processes.length === 0 ? (
        <p className={classes.quiet}>{m.health_processes_none()}</p>
      ) : (
        <ListTable
          caption={m.health_processes()}
          columns={[
            m.health_process(),
            m.health_version(),
            m.health_started(),
            m.health_memory(),
            m.health_delay(),
            m.health_connections(),
            m.health_disk(),
          ]}
        >
          {processes.map((one) => (
            <ProcessRow key={`${one.host}:${one.pid}:${one.startedAt}`} process={one} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function ProcessRow({ process }: { process: Running }) {
  const { connections, disk, eventLoopDelayMs, host, isSilent, kind, memoryBytes, node, pid } = process;
  const { seenAt, startedAt, version } = process;
  return (
    <tr>
      <th scope="row">
        {host}
        <small>{kind === 'judge' ? m.health_process_judge({ pid }) : m.health_process_server({ pid })}</small>
        {isSilent && <small data-bad>{m.health_process_silent({ time: relativeTime(seenAt) })}</small>}
      </th>
      <td data-label={m.health_version()}>{m.health_version_node({ version, node })}</td>
      <td data-label={m.health_started()}>
        <time dateTime={startedAt} title={formatTime(startedAt)}>
          {relativeTime(startedAt)}
        </time>
      </td>
      <td data-label={m.health_memory()}>{sizeText(memoryBytes)}</td>
      <td data-label={m.health_delay()}>{m.health_milliseconds({ ms: eventLoopDelayMs })}</td>
      <td data-label={m.health_connections()}>
        {connections.waiting > 0
          ? m.health_connections_waiting(connections)
          : m.health_connections_used(connections)}
      </td>
      <td data-label={m.health_disk()}>
        {disk
          ? m.health_disk_free({ free: sizeText(disk.free), total: sizeText(disk.total) })
          : m.health_unknown()}
      </td>
    </tr>
  );
}
