import type { PageRevision } from '#contract/pages';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './history.module.css';

interface RevisionTableProps {
  revisions: readonly PageRevision[];
  /** The version that readers see. */
  present: number;
  from: number;
  to: number;
  onChoose: (choice: { from?: number; to?: number }) => void;
  onRestore: (version: number) => void;
}

/** The versions with who saved them and when; two of them are chosen for comparison. */
export function RevisionTable({ from, onChoose, onRestore, present, revisions, to }: RevisionTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.table} aria-label={m.settings_history()} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.settings_history_version()}</th>
            <th scope="col">{m.settings_history_from()}</th>
            <th scope="col">{m.settings_history_to()}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {revisions.map((revision) => (
            <tr key={revision.version}>
              <th scope="row">
                <Words revision={revision} isPresent={revision.version === present} />
              </th>
              <td>
                <input
                  type="radio"
                  name="compare-from"
                  aria-label={m.settings_history_compare_from({ version: revision.version })}
                  checked={revision.version === from}
                  onChange={() => onChoose({ from: revision.version })}
                />
              </td>
              <td>
                <input
                  type="radio"
                  name="compare-to"
                  aria-label={m.settings_history_compare_to({ version: revision.version })}
                  checked={revision.version === to}
                  onChange={() => onChoose({ to: revision.version })}
                />
              </td>
              <td>
                {revision.version !== present && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={m.settings_history_restore_named({ version: revision.version })}
                    onClick={() => onRestore(revision.version)}
                  >
                    {m.settings_history_restore()}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Words({ isPresent, revision }: { revision: PageRevision; isPresent: boolean }) {
  const { origin, restoredVersion, savedAt, savedBy, version } = revision;
  return (
    <>
      <span className={classes.number}>{m.settings_history_number({ version })}</span>
      {isPresent && <span className={classes.present}>{m.settings_history_present()}</span>}
      <small>
        {origin === 'initial'
          ? m.settings_history_initial()
          : m.settings_history_saved({
              time: formatTime(savedAt),
              name: savedBy ?? m.settings_history_somebody(),
            })}
        {restoredVersion !== null && `. ${m.settings_history_restored({ version: restoredVersion })}`}
      </small>
    </>
  );
}
