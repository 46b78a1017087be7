import type { ReactNode } from 'react';
import classes from '../profile/profile.module.css';

interface SecurityBlockProps {
  title: string;
  text: ReactNode;
  /** What can be done, at the right. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One matter of the Security tab: what it is, what can be done. */
export function SecurityBlock({ action, children, text, title }: SecurityBlockProps) {
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
