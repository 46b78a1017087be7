import type { ReactNode } from 'react';
import classes from './page-banner.module.css';

interface PageBannerProps {
  /** What it is, for who does not see it. */
  label: string;
  text: ReactNode;
  /** Stays in sight while the page scrolls. */
  stays?: boolean;
  /** Said at once by screen readers. */
  urgent?: boolean;
  /** What can be done about it. */
  children: ReactNode;
}

/** A line over the whole page, about the person or the session that sees it. */
export function PageBanner({ children, label, stays, text, urgent }: PageBannerProps) {
  return (
    <section className={classes.banner} aria-label={label} data-stays={stays ? '' : undefined} data-no-print>
      <p role={urgent ? 'alert' : undefined}>{text}</p>
      {children}
    </section>
  );
}
