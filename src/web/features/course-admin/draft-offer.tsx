import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './course-form.module.css';
import type { CourseEditing } from './use-course-form.ts';

/** Offers what an earlier visit typed and didn't save. */
export function DraftOffer({ draft }: Pick<CourseEditing, 'draft'>) {
  if (!draft.left) return null;
  return (
    <div className={classes.draft} role="status">
      <p>{draft.isOlder ? m.admin_draft_older() : m.admin_draft_found()}</p>
      <Button variant="secondary" size="sm" onClick={draft.restore}>
        {m.admin_draft_restore()}
      </Button>
      <Button variant="quiet" size="sm" onClick={draft.discard}>
        {m.admin_draft_discard()}
      </Button>
    </div>
  );
}
