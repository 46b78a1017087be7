import type { FaqContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import editorClasses from './editor.module.css';
import classes from './faq.module.css';

/** The questions in their order, numbered. */
export function FaqPreview({ items }: { items: FaqContent['items'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.preview} aria-label={m.settings_preview()} tabIndex={0}>
      <h2 className={editorClasses.paneTitle}>{m.settings_preview()}</h2>
      {items.length === 0 ? (
        <p className={editorClasses.note}>{m.settings_preview_empty()}</p>
      ) : (
        <ol>
          {items.map(({ answer, id, question }) => (
            <li key={id}>
              <strong>{question}</strong>
              <p>{answer}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
