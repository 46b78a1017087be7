import type { QueryClient } from '@tanstack/react-query';
import type { CourseDetail } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { courseJsonLd } from './course-json-ld.ts';

/** The head of a course; `jsonLd`: what search engines read of one that is closed. They are kept from what isn't published. */
export function courseHead(
  context: { queryClient: QueryClient },
  course: CourseDetail,
  jsonLd: object = courseJsonLd(course, siteInfo(context.queryClient)),
) {
  return pageHead(context, {
    title: course.title,
    path: slugPath(course.slug),
    image: course.shareImage,
    crumbs: [
      { label: m.site_home(), to: '/' },
      { label: m.courses_crumb(), to: '/courses' },
      { label: course.title },
    ],
    ...(course.state === 'published'
      ? { description: course.description, jsonLd: [jsonLd] }
      : { noindex: true }),
  });
}
