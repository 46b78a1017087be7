import type { ReactNode } from 'react';
import type { FolderImport, FolderImportItem } from '#contract/courses/folders';
import type { FolderOutcome } from '#domain/courses/folder-import';
import { m } from '#web/lib/messages.ts';
import classes from './folders.module.css';

const BEFORE: Record<FolderOutcome, () => string> = {
  created: m.folders_new,
  updated: m.folders_changed,
  unchanged: m.folders_same,
  drifted: m.folders_edited,
};
const AFTER: Record<FolderOutcome, () => string> = {
  created: m.folders_created,
  updated: m.folders_updated,
  unchanged: m.folders_same,
  drifted: m.folders_skipped,
};
/** What needs a look comes first. */
const ORDER: readonly FolderOutcome[] = ['drifted', 'updated', 'created', 'unchanged'];

/** What an import would do or has done, as the command line reports it; or why it failed. */
export function ImportReport({ running }: { running: FolderImport }) {
  const { faults, items, name, state } = running;
  const sorted = [...items].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  const lines = (words: typeof AFTER) =>
    sorted.map((item) => <Item key={`${item.kind} ${item.slug}`} item={item} word={words[item.outcome]()} />);
  if (state === 'failed')
    return (
      <>
        <p role="alert" className={classes.sum}>
          <strong>{failedWords(running)}</strong>
        </p>
        <Report>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {lines(AFTER)}
        </Report>
      </>
    );
  const count = (outcome: FolderOutcome) => items.filter((item) => item.outcome === outcome).length;
  const sums = {
    name,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    drifted: count('drifted'),
  };
  return (
    <>
      <p role="status" className={classes.sum}>
        <strong>{state === 'imported' ? m.folders_imported_sum(sums) : m.folders_checked_sum(sums)}</strong>
      </p>
      <Report>{lines(state === 'imported' ? AFTER : BEFORE)}</Report>
    </>
  );
}

/** An import whose process ended has no report of what it had stored by then. */
function failedWords({ isPartial, items, name }: FolderImport): string {
  if (!isPartial) return m.folders_nothing({ name });
  return items.length === 0 ? m.folders_interrupted({ name }) : m.folders_partial({ name });
}

function Report({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={classes.report} tabIndex={0} aria-label={m.folders_report()}>
      <ul>{children}</ul>
    </section>
  );
}

function Item({ item, word }: { item: FolderImportItem; word: string }) {
  const { changes, kind, outcome, slug, warnings } = item;
  return (
    <li data-outcome={outcome}>
      <span>
        <strong>{word}</strong> · {kind === 'bank' ? m.folders_bank({ slug }) : slug}
      </span>
      {changes.map((line) => (
        <span key={line} className={classes.help}>
          {line}
        </span>
      ))}
      {warnings.map((line) => (
        <span key={line} className={classes.warning}>
          {m.folders_warning({ line })}
        </span>
      ))}
    </li>
  );
}
