import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { BlockOf } from '#contract/administration/landing';
import type { CourseCard } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { formatMinutes } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './featured-courses.module.css';
import { COURSES } from './paths.ts';
import { featuredCoursesQuery } from './queries.ts';
import { Section } from './section.tsx';

// Few schools are without a course.
const NoCourses = latePart(() => import('./no-courses.tsx'), 'NoCourses');

/** Up to three courses, the first of them large: those that the school chose, or the newest that are open to the reader. */
export function FeaturedCourses({ courses: chosen, title }: BlockOf<'featured'>) {
  const courses = useSuspenseQuery(featuredCoursesQuery(useApi(), chosen)).data;
  const [lead, ...others] = courses;
  return (
    <Section
      title={title || m.site_landing_featured()}
      aside={<TextLink to={COURSES}>{m.site_landing_view_all()}</TextLink>}
    >
      {lead ? (
        <div className={classes.grid} data-count={courses.length}>
          <Course course={lead} lead />
          {others.length > 0 && (
            <div className={classes.others}>
              {others.map((course) => (
                <Course key={course.id} course={course} />
              ))}
            </div>
          )}
        </div>
      ) : (
        <Suspense>
          <NoCourses />
        </Suspense>
      )}
    </Section>
  );
}

function Course({ course, lead }: { course: CourseCard; lead?: boolean }) {
  const { slug, title, description, thumbnail, categories, level, subscriptionLevel, sections, minutes } =
    course;
  return (
    <article className={classes.course} data-lead={lead || undefined}>
      <div className={classes.cover}>
        <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} />
      </div>
      <h3 className={classes.title}>
        <TextLink to={slugPath(slug)}>{title}</TextLink>
      </h3>
      <p className={classes.text}>{description}</p>
      <div className={classes.facts}>
        <TierBadge tier={subscriptionLevel} />
        <LevelBadge level={level} />
        <span>{m.site_landing_course_size({ sections, length: formatMinutes(minutes) })}</span>
      </div>
    </article>
  );
}
