import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { CourseDetail, OpenCourse } from '#contract/courses/course-shapes';
import { courseKey } from '#web/lib/course-key.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { keysAreOn } from './keys-on.ts';
import { useSectionKeys } from './use-section-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** While a section loads: the keys that lead on go on working. */
export function PlayerPending() {
  const { slug } = useParams({ strict: false });
  const course = useQueryClient().getQueryData<CourseDetail>(courseKey(slug));
  return (
    <>
      {course?.access === 'open' && keysAreOn() && <Keys course={course} />}
      <LoadingState />
    </>
  );
}

function Keys({ course }: { course: OpenCourse }) {
  useShortcuts(useSectionKeys(course));
  return null;
}
