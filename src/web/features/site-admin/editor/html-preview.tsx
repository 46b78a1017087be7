import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { isBlankHtml } from '#domain/site/is-blank-html';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { pagePreviewQuery } from '../queries.ts';
import classes from './editor.module.css';

const TYPING_MS = 400;

/** The page as readers will see it, made and sanitised by the server as it is at save. */
export function HtmlPreview({ empty, html }: { html: string; empty: string | undefined }) {
  const [settled, setSettled] = useState(html);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(html), TYPING_MS);
    return () => clearTimeout(timer);
  }, [html]);
  const { data, error } = useQuery(pagePreviewQuery(useApi(), settled));
  const shown = useDeferredValue(data?.html ?? '');
  const removed = data?.removed ?? [];
  return (
    <section className={classes.preview} aria-label={m.settings_preview()}>
      <h2 className={classes.paneTitle}>{m.settings_preview()}</h2>
      {error && <p className={classes.warning}>{m.settings_preview_failed()}</p>}
      {removed.length > 0 && (
        <p className={classes.warning} role="status">
          {m.settings_removed({ list: removed.join(', ') })}
        </p>
      )}
      {isBlankHtml(html) ? (
        <p className={classes.note}>{empty ?? m.settings_preview_empty()}</p>
      ) : (
        <Prose html={shown} />
      )}
    </section>
  );
}
