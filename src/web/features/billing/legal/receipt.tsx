import { useEffect, useRef } from 'react';
import type { Receipt as Received } from '#contract/legal';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './legal.module.css';

/** What was received and when, to be printed or saved; the same went out by mail. */
export function Receipt({ isAnonymous, receipt }: { receipt: Received; isAnonymous: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.card}>
      <h2 ref={heading} tabIndex={-1}>
        {m.legal_received_title()}
      </h2>
      <p>{m.legal_received_mailed({ email: receipt.email })}</p>
      {isAnonymous && <p>{m.legal_received_anonymous()}</p>}
      <p className={classes.statement}>{receipt.text}</p>
      <div className={classes.actions}>
        <Button variant="secondary" onClick={() => window.print()}>
          {m.legal_received_print()}
        </Button>
      </div>
    </section>
  );
}
