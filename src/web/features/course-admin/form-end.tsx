import type { FormEvent } from 'react';
import type { Start } from '#contract/courses/course-form';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './course-form.module.css';
import { ScheduleStart } from './publishing/schedule-start.tsx';

interface FormEndProps {
  /** What the button says while nothing is saved. */
  save: string;
  isNew: boolean;
  isDirty: boolean;
  isSubmitting: boolean;
  /** Nothing is written yet. */
  isEmpty: boolean;
  /** What a new one starts as where its author does not say; null: not known yet, or no new one. */
  starts: 'published' | 'draft' | null;
  onSave: (event: FormEvent, start?: Start) => void;
  /** Keeps it as a draft beside the live text; null: it has no readers yet. */
  onSaveDraft: ((event: FormEvent) => void) | null;
  /** Whether a draft waits to be published. */
  hasDraft: boolean;
}

/** The buttons that save, which follow; of what is new, those for a draft and for a later time beside it. */
export function FormEnd(props: FormEndProps) {
  const { hasDraft, isDirty, isEmpty, isNew, isSubmitting, onSave, onSaveDraft, save, starts } = props;
  return (
    <div className={classes.end}>
      {hasDraft ? (
        // The Enter key keeps what is typed, and publishes nothing.
        <Button size="lg" busy={isSubmitting} onClick={onSave}>
          {isSubmitting ? m.auth_saving() : m.drafts_publish()}
        </Button>
      ) : (
        <Button type="submit" size="lg" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : save}
        </Button>
      )}
      {onSaveDraft && (
        <Button
          type={hasDraft ? 'submit' : 'button'}
          variant="secondary"
          size="lg"
          busy={isSubmitting}
          {...(!hasDraft && { onClick: onSaveDraft })}
        >
          {m.drafts_save()}
        </Button>
      )}
      {isNew && starts === 'published' && (
        <Button
          variant="secondary"
          size="lg"
          onClick={(event) => onSave(event, { start: 'draft' })}
          busy={isSubmitting}
        >
          {m.publishing_save_draft()}
        </Button>
      )}
      {isNew && starts !== null && <ScheduleStart isBusy={isSubmitting} onSchedule={onSave} />}
      {isDirty && !isSubmitting && <span className={classes.unsaved}>{m.admin_unsaved()}</span>}
      {isNew && <StartHint isEmpty={isEmpty} starts={starts} />}
    </div>
  );
}

/** Says what the first save does, where that may be a surprise. */
function StartHint({ isEmpty, starts }: Pick<FormEndProps, 'isEmpty' | 'starts'>) {
  if (starts === 'draft') return <span className={classes.unsaved}>{m.publishing_starts_draft()}</span>;
  if (!isEmpty || starts === null) return null;
  return <span className={classes.unsaved}>{m.publishing_empty_hint()}</span>;
}
