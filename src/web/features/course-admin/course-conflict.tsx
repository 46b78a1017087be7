import { useQueries, useQuery } from '@tanstack/react-query';
import type { EditCourse } from '#contract/courses';
import type { EditPost } from '#contract/posts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { SaveConflict } from '#web/ui/save-conflict.tsx';
import { compareCourses } from './compare-courses.ts';
import { type CourseValues, toValues } from './form-values.ts';
import { categoriesQuery, courseTitleQuery } from './queries.ts';

interface CourseConflictProps {
  mine: CourseValues;
  theirs: EditCourse | EditPost;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** The course as it stands in the form beside what somebody else saved meanwhile. */
export function CourseConflict({ mine, theirs, ...choices }: CourseConflictProps) {
  const api = useApi();
  const categories = useQuery(categoriesQuery(api)).data ?? [];
  const values = { ...toValues(theirs), ...('publishedAt' in theirs && { publishedAt: theirs.publishedAt }) };
  const firsts = [mine, values].flatMap(({ prerequisiteId: id }) => (id === null ? [] : [id]));
  const titles = useQueries({
    queries: [...new Set(firsts)].map((id) => courseTitleQuery(api, id)),
    combine: (results) => results.map(({ data }) => data ?? '…'),
  });
  const names = new Map([
    ...categories.map(({ id, name }) => [id, name] as const),
    ...[...new Set(firsts)].map((id, index) => [id, titles[index] ?? '…'] as const),
  ]);
  const rows = compareCourses(mine, values, (id) => names.get(id) ?? '…');
  return <SaveConflict title={m.admin_conflict_title()} rows={rows} {...choices} />;
}
