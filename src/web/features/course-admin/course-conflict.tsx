import type { EditCourse } from '#contract/courses';
import { m } from '#web/lib/messages.ts';
import { SaveConflict } from '#web/ui/save-conflict.tsx';
import { compareCourses } from './compare-courses.ts';
import { type CourseValues, toValues } from './form-values.ts';

interface CourseConflictProps {
  mine: CourseValues;
  theirs: EditCourse;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** The course as it stands in the form beside what somebody else saved meanwhile. */
export function CourseConflict({ mine, theirs, ...choices }: CourseConflictProps) {
  return (
    <SaveConflict
      title={m.admin_conflict_title()}
      rows={compareCourses(mine, toValues(theirs))}
      {...choices}
    />
  );
}
