import { useMemo, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import type { ShownPage } from '../runner/lab-runner.ts';
import { buildPage } from './build-page.ts';
import classes from './page.module.css';

/** A learner's page as a browser shows it, in a frame that belongs to no origin and reaches no network. */
export function PageView({ page: { files, isHeld, path } }: { page: ShownPage }) {
  const [reloads, setReloads] = useState(0);
  const html = useMemo(() => (isHeld ? '' : buildPage(files, path)), [files, isHeld, path]);
  return (
    <section className={classes.page} aria-label={m.labs_page()}>
      <div className={classes.head}>
        <h3>{m.labs_page()}</h3>
        {!isHeld && (
          <Button variant="quiet" size="sm" onClick={() => setReloads(reloads + 1)}>
            {m.labs_page_reload()}
          </Button>
        )}
      </div>
      {isHeld ? (
        <p className={classes.held}>{m.labs_page_held()}</p>
      ) : (
        <PageFrame key={`${reloads}\n${html}`} html={html} title={m.labs_page_of({ file: path })} />
      )}
    </section>
  );
}

/** To load the page again, give the frame another key. */
export function PageFrame({ html, title }: { html: string; title: string }) {
  const [isSent, setSent] = useState(false);
  return (
    <iframe
      className={classes.frame}
      title={title}
      src="/lab-page"
      sandbox="allow-scripts allow-forms"
      onLoad={({ currentTarget }) => {
        // Once: what the page becomes is loaded, too.
        if (!isSent) currentTarget.contentWindow?.postMessage(html, '*');
        setSent(true);
      }}
    />
  );
}
