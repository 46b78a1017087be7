import { useQuery } from '@tanstack/react-query';
import { mergeCourses } from '#domain/courses/merge-courses';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { DifferenceTable } from '#web/ui/layout/difference-table.tsx';
import { type CourseValues, type Written, withRowKeys } from '../form-values.ts';
import { compareCourses } from '../history/compare-courses.ts';
import { versionQuery, versionsQuery } from '../queries.ts';
import { useNames } from '../use-names.ts';

interface CompareDraftProps {
  id: string;
  /** The text that the draft began with. */
  base: CourseValues;
  draft: CourseValues;
  valuesOf: (written: Written) => CourseValues;
  onClose: () => void;
}

/** The live text beside what publishing a draft would make of it, with what others saved since. */
export function CompareDraft({ onClose, ...rest }: CompareDraftProps) {
  return (
    <Dialog open onClose={onClose} title={m.drafts_compare_title()} size="lg">
      <Differences {...rest} />
    </Dialog>
  );
}

function Differences({ base, draft, id, valuesOf }: Omit<CompareDraftProps, 'onClose'>) {
  const api = useApi();
  const versions = useQuery(versionsQuery(api, id));
  const latest = versions.data?.[0]?.version;
  const present = useQuery({ ...versionQuery(api, id, latest ?? 0), enabled: latest !== undefined });
  const live = present.data && withRowKeys(valuesOf(present.data), draft, false);
  const after = live && mergeCourses(base, draft, live).merged;
  const nameOf = useNames(live && after ? [live, after] : []);
  const tierName = useTierName();
  if (versions.error ?? present.error) return <p role="alert">{m.settings_history_failed()}</p>;
  if (!live || !after) return <LoadingState inline />;
  const rows = compareCourses(live, after, nameOf, tierName);
  if (rows.length === 0) return <p>{m.drafts_compare_same()}</p>;
  return <DifferenceTable rows={rows} mine={m.drafts_compare_live()} theirs={m.drafts_compare_draft()} />;
}
