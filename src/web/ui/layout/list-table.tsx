import type { ReactNode } from 'react';
import { useKeepFocus } from '../use-keep-focus.ts';
import classes from './list-table.module.css';

interface ListTableProps {
  /** What the rows are, for those who do not see the heading above. */
  caption: string;
  columns: readonly (string | { readonly label: string; readonly className: string | undefined })[];
  /** What is shown is still the page before. */
  stale?: boolean;
  /** The rows: a `th` that names what the row is about, then its cells; `data-label` says on a card what a cell is. */
  children: ReactNode;
}

/** A list of administrators as a table; on a small screen each row becomes a card. The focus outlives a row that goes. */
export function ListTable({ caption, children, columns, stale = false }: ListTableProps) {
  const keeper = useKeepFocus<HTMLTableElement>();
  return (
    <table {...keeper} className={classes.table} data-stale={stale || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const { className, label } =
              typeof column === 'string' ? { label: column, className: undefined } : column;
            return (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
