import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** What somebody should know before what follows. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className={classes.notice}>{children}</p>;
}
