import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  children: ReactNode;
  /** wide: 1200 px; text: the measure of reading; form: one column of fields. */
  width?: 'wide' | 'text' | 'form';
}

/** The room of a page between header and footer. Every route's component starts with it. */
export function Page({ children, width = 'wide' }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
