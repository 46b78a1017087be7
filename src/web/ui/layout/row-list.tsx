import type { ReactNode } from 'react';
import classes from './row-list.module.css';

/** Rows with a line between them, for lists that are no table: what it is, then its state or what can be done. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
