import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: ReactNode;
  /** A link at the right of the title. */
  aside?: ReactNode;
  /** On a ground of its own. */
  band?: boolean;
  children: ReactNode;
}

/** One part of the landing page under its heading. */
export function Section({ title, aside, band, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={band ? `${classes.part} ${classes.band}` : classes.part}>
      <div className={classes.section}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
