import { m } from '#web/lib/messages.ts';
import type { Settling } from '#web/lib/saving/use-versioned-save.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import type { CourseValues } from '../form-values.ts';
import { useNames } from '../use-names.ts';
import { compareCourses } from './compare-courses.ts';

/** What two people changed in the same field of a course or post. */
export function CourseConflict({ saving }: { saving: Settling<CourseValues> }) {
  const { conflict } = saving;
  const nameOf = useNames(conflict ? [conflict.mine, conflict.theirs.values] : []);
  const tierName = useTierName();
  return (
    <ConflictDialog
      title={m.admin_conflict_title()}
      saving={saving}
      compare={(mine, theirs) => compareCourses(mine, theirs, nameOf, tierName)}
    />
  );
}
