import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CourseVersion, EditCourse } from '#contract/courses/courses';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type Toast, toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { DifferenceTable } from '#web/ui/layout/difference-table.tsx';
import { toValues } from '../form-values.ts';
import { versionQuery, versionsQuery } from '../queries.ts';
import { LossDialog } from '../sections/loss-dialog.tsx';
import { useNames } from '../use-names.ts';
import { compareCourses } from './compare-courses.ts';
import classes from './course-history.module.css';
import { toastFailedRestore } from './toast-failed-restore.ts';

interface CourseHistoryProps {
  /** As it was loaded or saved last. */
  course: EditCourse;
  /** Of the window; left out: that of a course. */
  title?: string;
  /** The version that the form is based on. */
  present: number;
  /** Whether something in the form is not saved, and a restore would replace it. */
  isDirty: boolean;
  onClose: () => void;
  onRestored: (restored: EditCourse) => void;
  undoOf: (restored: EditCourse, version: number) => NonNullable<Toast['action']>;
}

/** The saved versions of a course or post: see what one held that is different today, and bring it back. */
export function CourseHistory(props: CourseHistoryProps) {
  const { course, isDirty, onClose, onRestored, present, title = m.admin_history_title(), undoOf } = props;
  const { id } = course;
  const api = useApi();
  const { data, error } = useQuery(versionsQuery(api, id));
  const [shown, setShown] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const restore = async (version: number) => {
    try {
      const basedOn = data?.[0]?.version ?? present;
      const restored = await api.courses.restoreVersion({ id, version, basedOn });
      onRestored(restored);
      toast({
        title: m.settings_history_restored_toast(),
        description: m.settings_history_restored_text({ version }),
        action: undoOf(restored, basedOn),
      });
      onClose();
    } catch (failure) {
      toastFailedRestore(failure);
      setWanted(null);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      <p className={classes.lead}>{m.admin_history_text()}</p>
      {error && <p role="alert">{m.settings_history_failed()}</p>}
      {!data && !error && <LoadingState inline />}
      {data && (
        <ol className={classes.list}>
          {data.map((version, at) => (
            <li key={version.version}>
              <Words version={version} isPresent={at === 0} />
              {at > 0 && (
                <span className={classes.actions}>
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-expanded={shown === version.version}
                    aria-label={m.admin_history_view_named({ version: version.version })}
                    onClick={() => setShown(shown === version.version ? null : version.version)}
                  >
                    {m.admin_history_view()}
                  </Button>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={m.settings_history_restore_named({ version: version.version })}
                    onClick={() => setWanted(version.version)}
                  >
                    {m.settings_history_restore()}
                  </Button>
                </span>
              )}
              {shown === version.version && data[0] && (
                <Differences id={id} version={version.version} latest={data[0].version} />
              )}
            </li>
          ))}
        </ol>
      )}
      <LossDialog
        change={wanted === null ? null : { id, version: wanted }}
        courseTitle={course.title}
        title={m.settings_history_restore_named({ version: wanted ?? 0 })}
        text={isDirty ? m.admin_history_restore_unsaved() : m.admin_history_restore_text()}
        note={m.admin_loss_undo()}
        confirm={m.settings_history_restore()}
        onCancel={() => setWanted(null)}
        onConfirm={() => (wanted === null ? null : restore(wanted))}
      />
    </Dialog>
  );
}

function Words({ isPresent, version }: { version: CourseVersion; isPresent: boolean }) {
  const { restoredVersion, savedAt, savedBy } = version;
  const name = savedBy ?? m.settings_history_somebody();
  return (
    <span className={classes.words}>
      <strong>{m.settings_history_number({ version: version.version })}</strong>
      {isPresent && <span className={classes.present}>{m.admin_history_present()}</span>}
      <small>
        {m.settings_history_saved({ time: formatTime(savedAt), name })}
        {restoredVersion !== null && `. ${m.settings_history_restored({ version: restoredVersion })}`}
      </small>
    </span>
  );
}

interface DifferencesProps {
  id: string;
  version: number;
  latest: number;
}

function Differences({ id, latest, version }: DifferencesProps) {
  const api = useApi();
  const old = useQuery(versionQuery(api, id, version));
  const now = useQuery(versionQuery(api, id, latest));
  const versions = [old.data, now.data].flatMap((course) => (course ? [toValues(course)] : []));
  const nameOf = useNames(versions);
  const tierName = useTierName();
  const [before, after] = versions;
  if (old.error ?? now.error) return <p role="alert">{m.settings_history_failed()}</p>;
  if (!before || !after) return <LoadingState inline />;
  const rows = compareCourses(before, after, nameOf, tierName);
  if (rows.length === 0) return <p className={classes.lead}>{m.admin_history_same()}</p>;
  return (
    <DifferenceTable
      rows={rows}
      mine={m.settings_history_number({ version })}
      theirs={m.admin_history_present()}
    />
  );
}
