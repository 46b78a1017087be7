import type { SystemHealth } from '#contract/administration/health';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { relativeTime } from '#web/lib/relative-time.ts';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './system-health.module.css';
import type { RunChore } from './use-run-chore.ts';

type Chore = SystemHealth['chores'][number];

/** What is done again and again, and how it went the last time; those that failed stand first. */
export function Chores({ chores, run }: { chores: readonly Chore[]; run: RunChore }) {
  const failed = chores.filter(({ failures, hasProblem }) => failures > 0 || hasProblem);
  const rows = [...failed, ...chores.filter((chore) => !failed.includes(chore))];
  return (
    <details className={classes.fold}>
      <summary>
        <h2>{m.health_chores()}</h2>
        <span>
          {failed.length > 0
            ? m.health_chores_failed({ count: failed.length })
            : m.health_chores_well({ count: chores.length })}
        </span>
      </summary>
      <ListTable
        caption={m.health_chores()}
        columns={[m.health_chore_name(), m.health_chore_last(), m.health_chore_result(), m.health_actions()]}
      >
        {rows.map((chore) => (
          <ChoreRow key={chore.name} chore={chore} run={run} />
        ))}
      </ListTable>
    </details>
  );
}

function ChoreRow({ chore, run }: { chore: Chore; run: RunChore }) {
  const { lastStartedAt, name } = chore;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={m.health_chore_last()}>
        <time dateTime={lastStartedAt} title={formatTime(lastStartedAt)}>
          {relativeTime(lastStartedAt)}
        </time>
      </td>
      <td data-label={m.health_chore_result()} data-bad={chore.failures > 0 || chore.hasProblem || undefined}>
        {resultOf(chore)}
      </td>
      <td className={classes.action}>
        <Button
          variant="quiet"
          size="sm"
          busy={run.busy === name}
          onClick={() => run.run(name)}
          aria-label={m.health_chore_run_named({ name })}
        >
          {m.health_chore_run()}
        </Button>
      </td>
    </tr>
  );
}

function resultOf({ error, failures, hasProblem, isAsked, isRunning }: Chore): string {
  if (isRunning) return m.health_chore_running();
  if (isAsked) return m.health_chore_waiting();
  if (failures > 0) return m.health_chore_failures({ count: failures, error: error ?? '' });
  return hasProblem ? m.health_chore_stuck() : m.health_chore_ok();
}
