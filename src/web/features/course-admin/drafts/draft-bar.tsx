import { type FormEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CourseDraft } from '#contract/courses/courses';
import { isSame } from '#domain/merge-versions';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import type { CourseValues, SectionValues } from '../form-values.ts';
import type { CourseEditing } from '../use-course-form.ts';
import { CompareDraft } from './compare-draft.tsx';
import { DraftBadge } from './draft-badge.tsx';
import classes from './drafts.module.css';
import { sectionChanges } from './section-changes.ts';

interface DraftBarProps {
  server: CourseEditing['server'];
  /** The text that the draft began with. */
  live: CourseValues;
  busy: boolean;
  onPublish: (event: FormEvent) => void;
}

/** What waits to be published: since when and by whom, what it changes, and what can become of it. */
export function DraftBar({ busy, live, onPublish, server }: DraftBarProps) {
  const { control } = useFormContext<CourseValues>();
  const values = useWatch({ control }) as CourseValues;
  const [compares, setCompares] = useState(false);
  const [asks, setAsks] = useState(false);
  const { pending, valuesOf } = server;
  if (!pending) return null;
  const { changed, isMoved, removed } = sectionChanges(live.content, values.content);
  const hasDetails = !isSame({ ...live, content: [] }, { ...values, content: [] });
  const changes = [
    changed.length > 0 && m.drafts_sections({ count: changed.length }),
    removed.length > 0 && m.drafts_removed({ count: removed.length }),
    isMoved && m.drafts_moved(),
    hasDetails && m.drafts_details(),
  ].filter((words) => words !== false);
  return (
    <section className={classes.bar} aria-label={m.drafts_title()}>
      <div className={classes.words}>
        <p>
          <DraftBadge /> {sinceOf(pending)}
        </p>
        <p className={classes.changes}>{changes.join(' · ') || m.drafts_same()}</p>
        <Removed live={live.content} removed={removed} />
      </div>
      <div className={classes.actions}>
        <Button variant="secondary" size="sm" busy={busy} onClick={onPublish}>
          {m.drafts_publish()}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setCompares(true)}>
          {m.drafts_compare()}
        </Button>
        <Button variant="danger" size="sm" onClick={() => setAsks(true)}>
          {m.drafts_discard()}
        </Button>
      </div>
      {compares && (
        <CompareDraft
          id={pending.base.id}
          base={live}
          draft={values}
          valuesOf={valuesOf}
          onClose={() => setCompares(false)}
        />
      )}
      <ConfirmDialog
        open={asks}
        title={m.drafts_discard_title()}
        text={m.drafts_discard_text()}
        confirm={m.drafts_discard_confirm()}
        onCancel={() => setAsks(false)}
        onConfirm={() => server.discard().finally(() => setAsks(false))}
      />
    </section>
  );
}

function sinceOf({ savedAt, savedBy }: CourseDraft): string {
  const time = formatTime(savedAt);
  return savedBy === null ? m.drafts_since_deleted({ time }) : m.drafts_since({ time, name: savedBy });
}

interface RemovedProps {
  live: readonly SectionValues[];
  removed: readonly SectionValues[];
}

/** Live sections that the draft leaves out; each can come back to where it stands. */
function Removed({ live, removed }: RemovedProps) {
  const { getValues, setValue } = useFormContext<CourseValues>();
  if (removed.length === 0) return null;
  const putBack = (section: SectionValues) => {
    const at = live.findIndex(({ id }) => id === section.id);
    setValue('content', getValues('content').toSpliced(at, 0, structuredClone(section)), {
      shouldDirty: true,
    });
  };
  return (
    <div className={classes.removed}>
      <p>{m.drafts_removed_list()}</p>
      <ul>
        {removed.map((section) => (
          <li key={section.rowKey}>
            {section.title}
            <Button
              variant="quiet"
              size="sm"
              aria-label={m.drafts_put_back_named({ title: section.title })}
              onClick={() => putBack(section)}
            >
              {m.drafts_put_back()}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
