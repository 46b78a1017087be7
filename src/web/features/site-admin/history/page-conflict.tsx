import type { EditedPage, PageContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import classes from '../editor/editor.module.css';
import { pageText } from '../editor/page-text.ts';

interface PageConflictProps {
  mine: PageContent;
  theirs: EditedPage;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onMerge: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: both versions and what differs; nothing is lost until one is chosen. */
export function PageConflict(props: PageConflictProps) {
  const { isSaving, mine, onClose, onKeepMine, onMerge, onTakeTheirs, theirs } = props;
  const [own, other] = [pageText(mine), pageText(theirs.content)];
  return (
    <Dialog open onClose={onClose} title={m.settings_conflict_title()} size="lg">
      <p className={classes.said}>
        {theirs.savedBy ? m.settings_conflict_by({ name: theirs.savedBy }) : m.settings_conflict_text()}
      </p>
      <h3 className={classes.part}>{m.settings_conflict_difference()}</h3>
      <LazyComparison from={other} to={own} label={m.settings_conflict_difference()} />
      <Full title={m.settings_conflict_theirs_full()} text={other} />
      <Full title={m.settings_conflict_mine_full()} text={own} />
      <DialogActions>
        <Button variant="secondary" onClick={onTakeTheirs} busy={isSaving}>
          {m.settings_conflict_take_theirs()}
        </Button>
        <Button variant="secondary" onClick={onMerge} busy={isSaving}>
          {m.settings_conflict_merge()}
        </Button>
        <Button onClick={onKeepMine} busy={isSaving}>
          {isSaving ? m.settings_saving() : m.settings_conflict_keep_mine()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Full({ text, title }: { title: string; text: string }) {
  return (
    <details className={classes.full}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
