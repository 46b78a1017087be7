import { useDeferredValue, useEffect, useRef } from 'react';
import type { EditedPage, PageContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from '../editor/editor.module.css';
import { pageText } from '../editor/page-text.ts';

interface MergePanelProps {
  theirs: EditedPage;
  mine: PageContent;
  onDone: () => void;
}

/** Merging by hand: their version to read and copy from, and what still differs from it while one types. */
export function MergePanel({ mine, onDone, theirs }: MergePanelProps) {
  const other = pageText(theirs.content);
  const own = useDeferredValue(pageText(mine));
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section ref={panel} className={classes.merge} aria-labelledby="merge-title" tabIndex={-1}>
      <div className={classes.mergeHead}>
        <h2 id="merge-title">{m.settings_merge_title()}</h2>
        <Button variant="quiet" size="sm" onClick={onDone}>
          {m.settings_merge_done()}
        </Button>
      </div>
      <p className={classes.said}>{m.settings_merge_text({ version: theirs.version })}</p>
      <div className={classes.panes}>
        <TextAreaField
          label={m.settings_conflict_theirs_full()}
          rows={10}
          readOnly
          value={other}
          className={classes.source}
        />
        <div>
          <p className={classes.paneTitle}>{m.settings_conflict_difference()}</p>
          <LazyComparison from={other} to={own} label={m.settings_conflict_difference()} />
        </div>
      </div>
    </section>
  );
}
