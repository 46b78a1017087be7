import { useDeferredValue } from 'react';
import { m } from '#web/lib/messages.ts';
import { useMarkdownPreview } from '#web/lib/use-markdown-preview.ts';
import { Prose } from '../prose/prose.tsx';
import classes from './markdown-editor.module.css';

/** The text as a reader will see it, made by the server as it is at save. */
export function PreviewPane({ markdown, runs }: { markdown: string; runs: boolean }) {
  const html = useDeferredValue(useMarkdownPreview(markdown));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.seen} aria-label={m.admin_section_preview()} tabIndex={0}>
      <p className={classes.seenTitle}>{m.admin_section_preview()}</p>
      {markdown.trim() === '' ? (
        <p className={classes.hint}>{m.admin_section_preview_empty()}</p>
      ) : (
        <Prose html={html} runs={runs} />
      )}
    </section>
  );
}
