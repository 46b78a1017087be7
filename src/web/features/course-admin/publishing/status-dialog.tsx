import { type FormEvent, useState } from 'react';
import type { Standing } from '#contract/courses/publishing';
import type { CourseState } from '#domain/courses/life-cycle';
import { m } from '#web/lib/messages.ts';
import { fromLocal, LAST_LOCAL, nextFullHour, toLocal } from '#web/lib/time/local-time.ts';
import { ACTIONS } from '#web/ui/badges/state-actions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './status.module.css';
import { type StatusChange, useChangeStatus } from './use-change-status.ts';

const TITLES: Record<CourseState, () => string> = {
  draft: m.publishing_draft_title,
  scheduled: m.publishing_scheduled_title,
  published: m.publishing_published_title,
  unlisted: m.publishing_unlisted_title,
  archived: m.publishing_archived_title,
};

interface StatusDialogProps {
  standing: Standing;
  /** What it is to become; null: nothing is asked. */
  to: CourseState | null;
  onClose: () => void;
}

/** Says what a change of status means, and makes it. */
export function StatusDialog({ onClose, standing, to }: StatusDialogProps) {
  return (
    <Dialog open={to !== null} onClose={onClose} title={to ? TITLES[to]() : ''}>
      {to && <ChangeForm standing={standing} to={to} onClose={onClose} />}
    </Dialog>
  );
}

function ChangeForm({ onClose, standing, to }: StatusDialogProps & { to: CourseState }) {
  const changeStatus = useChangeStatus();
  const [time, setTime] = useState(() => toLocal(standing.publishAt ?? nextFullHour()));
  const [keepsAccess, setKeepsAccess] = useState(standing.state !== 'archived' || standing.keepsAccess);
  const publishAt = fromLocal(time);
  const change: StatusChange = {
    to,
    ...(to === 'scheduled' && publishAt !== null && { publishAt }),
    ...(to === 'archived' && { keepsAccess }),
  };
  const { busy, run } = useHeld(async () => {
    await changeStatus(standing, change);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) run();
  };
  return (
    <form className={classes.change} onSubmit={submit}>
      {consequencesOf(standing, to, keepsAccess).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {to === 'scheduled' && (
        <TextField
          label={m.publishing_scheduled_time()}
          type="datetime-local"
          required
          min={toLocal(new Date().toISOString())}
          max={LAST_LOCAL}
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      )}
      {to === 'archived' && standing.kind === 'course' && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={keepsAccess}
            onChange={(event) => setKeepsAccess(event.target.checked)}
          />
          {m.publishing_archived_keep({ learners: standing.learners })}
        </label>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {ACTIONS[to]()}
        </Button>
      </DialogActions>
    </form>
  );
}

/** What a change means for readers, one sentence after the other. */
function consequencesOf(
  { kind, learners, publishedAt, requiredBy, sections, state }: Standing,
  to: CourseState,
  keepsAccess: boolean,
): string[] {
  const losing = learners > 0 && (to === 'draft' || (to === 'archived' && !keepsAccess));
  const closes = (to === 'draft' || to === 'archived') && (state === 'published' || state === 'unlisted');
  const texts: Record<CourseState, string> = {
    draft: m.publishing_draft_text(),
    scheduled: m.publishing_scheduled_text(),
    published: m.publishing_published_text(),
    unlisted: m.publishing_unlisted_text(),
    archived: kind === 'post' ? m.publishing_archived_post() : m.publishing_archived_course(),
  };
  return [
    texts[to],
    ...(to === 'published' && publishedAt === null ? [m.publishing_published_notified()] : []),
    ...(to === 'published' && sections === 0 ? [m.publishing_published_empty()] : []),
    ...(losing ? [m.publishing_draft_learners({ learners })] : []),
    ...(closes && requiredBy.length > 0 ? [m.publishing_required({ courses: requiredBy.join(', ') })] : []),
  ];
}
