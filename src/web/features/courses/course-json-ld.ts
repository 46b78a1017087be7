import type { OpenCourse } from '#contract/courses/course-shapes';
import type { SiteInfo } from '#web/lib/site-info.ts';

/** What search engines are told of a course: schema.org Course with its instance and offer. */
export function courseJsonLd(
  course: OpenCourse,
  { publicUrl, school }: Pick<SiteInfo, 'publicUrl' | 'school'>,
): object {
  const hours = Math.floor(course.minutes / 60);
  return {
    '@type': 'Course',
    name: course.title,
    description: course.description,
    url: `${publicUrl}/courses/${course.slug}`,
    educationalLevel: course.level,
    keywords: course.tags.join(', '),
    teaches: course.outcomes,
    isAccessibleForFree: course.subscriptionLevel === 'free',
    provider: { '@type': 'Organization', name: school.name, url: publicUrl },
    offers: { '@type': 'Offer', category: course.subscriptionLevel === 'free' ? 'Free' : 'Subscription' },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${hours}H${course.minutes % 60}M`,
    },
  };
}
