import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from '../course-form.module.css';
import { editCourseQuery } from '../edit-queries.ts';
import type { SectionValues } from '../form-values.ts';
import { type CourseChoice, CourseCombobox } from './course-combobox.tsx';
import { type ChosenPlace, lastPlace, PlaceFields } from './place-fields.tsx';
import type { MoveAction } from './section-actions.ts';
import { UnsavedDialog } from './unsaved-dialog.tsx';

interface MoveSectionProps {
  courseId: string;
  section: SectionValues;
  /** Whether the section in the form is as it is saved. */
  isSaved: boolean;
  move: MoveAction;
  onMoved: () => void;
}

/** The button that moves a saved lesson or lab to another course, and its dialog. */
export function MoveSection(props: MoveSectionProps) {
  const { isSaved, section } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = m.admin_move_title({ title: section.title });
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        {m.admin_move_section()}
      </Button>
      {isSaved ? (
        <Dialog open={isOpen} onClose={close} title={title}>
          <MoveForm {...props} onClose={close} />
        </Dialog>
      ) : (
        <UnsavedDialog open={isOpen} title={title} text={m.admin_move_unsaved()} onClose={close} />
      )}
    </>
  );
}

function MoveForm(props: MoveSectionProps & { onClose: () => void }) {
  const { courseId, move, onClose, onMoved, section } = props;
  const [course, setCourse] = useState<CourseChoice | null>(null);
  const [chosen, setChosen] = useState<ChosenPlace | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { data: target, refetch } = useQuery({
    ...editCourseQuery(useApi(), course?.id ?? ''),
    enabled: course !== null,
  });
  const tierName = useTierName();
  const navigate = useNavigate();
  const { busy, run } = useHeld(async () => {
    if (!course || !target) return;
    try {
      const place = chosen ?? lastPlace(target.content);
      const { course: there } = await move(section, { to: course.id, ...place });
      onClose();
      toast({
        title: m.admin_move_done(),
        description: m.admin_move_done_text({ title: section.title, course: there.title }),
        action: {
          label: m.admin_move_open(),
          run: () => void navigate({ to: '/admin/courses/$id', params: { id: there.id } }),
        },
      });
      onMoved();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      setChosen(null);
      if (Object.keys(fields).length === 0) toastFailure(error, { title: m.admin_move_failed() });
      void refetch();
    }
  });
  return (
    <div className={classes.moving}>
      <p>{m.admin_move_text()}</p>
      {faults.sectionId && <p role="alert">{faults.sectionId}</p>}
      <CourseCombobox
        except={courseId}
        error={faults.to}
        chosen={course}
        onChoose={(next) => {
          setCourse(next);
          setChosen(null);
          setFaults({});
        }}
      />
      {course && target && (
        <>
          <PlaceFields
            key={`${target.id} ${target.version}`}
            sections={target.content}
            error={faults.after}
            onChoose={setChosen}
          />
          <p>{m.admin_move_plan({ plan: tierName(target.subscriptionLevel) })}</p>
        </>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={run} busy={busy} disabled={!course || !target}>
          {m.admin_move_confirm()}
        </Button>
      </DialogActions>
    </div>
  );
}
