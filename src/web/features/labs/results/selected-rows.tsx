import type { Queried } from '#domain/labs/question';
import { engineFault, faultText } from '#domain/labs/read-answer';
import { m } from '#web/lib/messages.ts';
import type { Selected } from '../runner/select-rows.ts';
import { faultWords } from './fault-words.ts';
import checks from './results.module.css';
import classes from './selected-rows.module.css';

interface SelectedRowsProps {
  selected: Selected;
  seconds: number;
  onGoTo: (file: string, line: number) => void;
}

/** What the open file gave: a table for each statement that selects, and what the others did. */
export function SelectedRows({ onGoTo, seconds, selected }: SelectedRowsProps) {
  const { fault, file, out, results } = selected;
  const title = fault ? m.labs_selected_error({ file }) : m.labs_selected({ file });
  const limit = fault && engineFault(fault);
  return (
    <section className={classes.selected} aria-label={title}>
      <h3>{title}</h3>
      {fault && <p className={classes.error}>{limit ? faultWords(limit, seconds) : faultText(fault)}</p>}
      {fault?.line !== undefined && (
        <button type="button" className={checks.line} onClick={() => onGoTo(file, fault.line ?? 1)}>
          {m.labs_line({ file, line: fault.line })}
        </button>
      )}
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the results of one run keep their places.
        <QueryResult key={index} result={result} />
      ))}
      {!fault && results.every(({ columns }) => columns.length === 0) && (
        <p className={classes.facts}>{m.labs_selected_nothing()}</p>
      )}
      {out && <p className={classes.facts}>{out}</p>}
    </section>
  );
}

/** What one statement gave: a table, or what it did. */
export function QueryResult({ result }: { result: Queried }) {
  const { columns, command = '', count = 0, rows, total } = result;
  if (columns.length === 0)
    return command === '' ? null : (
      <p className={classes.facts}>{count > 0 ? m.labs_selected_command({ command, count }) : command}</p>
    );
  const numeric = columns.map((_, column) => rows.every((row) => isNumber(row[column] ?? null)));
  const kind = (column: number) => (numeric[column] ? 'number' : undefined);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
                <th key={at} scope="col" data-kind={kind(at)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name.
              <tr key={line}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
                  <td key={at} data-kind={cell === null ? 'null' : kind(at)}>
                    {cell === null ? 'NULL' : String(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.facts}>
        {rows.length < total
          ? m.labs_selected_cut({ shown: rows.length, total })
          : m.labs_selected_rows({ count: total })}
      </p>
    </div>
  );
}

function isNumber(cell: string | number | boolean | null): boolean {
  return cell === null || /^-?\d+(\.\d+)?$/.test(String(cell));
}
