import type { CourseCard } from '#contract/courses/course-shapes';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './featured-courses.module.css';
import { COURSES, coursePath, NEW_COURSE } from './paths.ts';
import { Section } from './section.tsx';

/** Up to three courses that are open to the reader, the first of them large. */
export function FeaturedCourses({ courses }: { courses: readonly CourseCard[] }) {
  const [lead, ...others] = courses;
  return (
    <Section
      title={m.site_landing_featured()}
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
        <NoCourses />
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
        <TextLink to={coursePath(slug)}>{title}</TextLink>
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

function NoCourses() {
  const user = useUser();
  return (
    <EmptyState title={m.site_landing_empty()} text={m.site_landing_empty_text()} heading="h3" compact>
      {user?.role === 'admin' && <LinkButton to={NEW_COURSE}>{m.site_landing_empty_create()}</LinkButton>}
    </EmptyState>
  );
}
