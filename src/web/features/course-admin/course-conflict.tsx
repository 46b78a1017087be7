import { m } from '#web/lib/messages.ts';
import type { Settling } from '#web/lib/use-versioned-save.ts';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { useTierName } from '#web/ui/tier-badge.tsx';
import { compareCourses } from './compare-courses.ts';
import type { CourseValues } from './form-values.ts';
import { useNames } from './use-names.ts';

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
