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
    const go = (step: number) => () => {
      const target = decodeURIComponent(router.latestLocation.pathname.split('/').at(-1) ?? '');
      const at = sections.findIndex(({ key }) => key === target);
      const section = at === -1 ? undefined : sections[at + step]?.key;
      if (section) void navigate({ to: '/courses/$slug/learn/$section', params: { slug, section } });
    };
    // The arrow that points where the text goes leads on.
    const turn = (step: number) => () => go(document.dir === 'rtl' ? -step : step)();
    return { j: go(1), ArrowRight: turn(1), k: go(-1), ArrowLeft: turn(-1) };
  }, [navigate, router, sections, slug]);
}
