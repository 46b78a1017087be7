import { m } from '#web/lib/messages.ts';
import classes from './difference-table.module.css';

/** A field that differs; the key tells apart fields of the same name. */
export interface Difference {
  readonly key: string;
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

interface DifferenceTableProps {
  rows: readonly Difference[];
  /** Whose the two columns are. */
  mine: string;
  theirs: string;
}

/** Two versions side by side, a row for each field in which they differ. */
export function DifferenceTable({ mine, rows, theirs }: DifferenceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard.
    <section className={classes.table} tabIndex={0} aria-label={m.admin_conflict_differences()}>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.admin_conflict_field()}</th>
            <th scope="col">{mine}</th>
            <th scope="col">{theirs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.field}</th>
              <td>{row.mine}</td>
              <td>{row.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
