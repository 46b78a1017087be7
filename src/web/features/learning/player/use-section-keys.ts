import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';

/**
 * The keys that lead to the next and the previous section. They count from where the reader is going, not from what is
 * shown: of twelve quick presses none is lost while sections load.
 */
export function useSectionKeys({ sections, slug }: Pick<OpenCourse, 'sections' | 'slug'>) {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const go = (step: 1 | -1) => () => {
      const target = decodeURIComponent(router.latestLocation.pathname.split('/').at(-1) ?? '');
      const at = sections.findIndex(({ key }) => key === target);
      const section = at === -1 ? undefined : sections[at + step]?.key;
      if (section) void navigate({ to: '/courses/$slug/learn/$section', params: { slug, section } });
    };
    return { j: go(1), ArrowRight: go(1), k: go(-1), ArrowLeft: go(-1) };
  }, [navigate, router, sections, slug]);
}
