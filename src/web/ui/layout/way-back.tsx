import type { ReactNode } from 'react';
import classes from './way-back.module.css';

/** The link over a page's title that leads back to where the page is one of many. */
export function WayBack({ children }: { children: ReactNode }) {
  return <p className={classes.way}>{children}</p>;
}
