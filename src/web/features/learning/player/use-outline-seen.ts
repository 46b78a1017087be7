import { useEffect } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import { useApi } from '#web/lib/session/session.ts';

/** What was said already; each section has a player of its own. */
const reported = new Set<string>();

/** Says that the new sections of a course were seen: they stand in its outline, marked as new. */
export function useOutlineSeen(course: OpenCourse, { added, asOf }: CourseProgress): void {
  const api = useApi();
  const { id, sections } = course;
  // An outline from before they were added shows none of them.
  const isShown = added.length > 0 && added.every((one) => sections.some((section) => section.id === one));
  useEffect(() => {
    const key = `${id} ${asOf}`;
    if (!isShown || reported.has(key)) return;
    reported.add(key);
    // Unsaid, they are reported once more.
    api.dashboard.see({ ids: [id], until: asOf }).catch(() => reported.delete(key));
  }, [api, asOf, id, isShown]);
}
