import { type ReactNode, useId } from 'react';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
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
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id} {...useKeepFocus<HTMLElement>()}>
      <div className={classes.blockHead}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
