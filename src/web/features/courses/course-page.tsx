import type { ReactNode } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { formatDate, formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CourseOutcomes } from './course-outcomes.tsx';
import { CourseOutline } from './course-outline.tsx';
import classes from './course-page.module.css';
import { CourseSection } from './course-section.tsx';

interface CoursePageProps {
  course: OpenCourse;
  /** Key of the section in place. */
  sectionKey: string | undefined;
  /** What a member can do next; left out: sign up, or read the first section. */
  action?: ReactNode;
  /** What its reviews come to. */
  rating?: ReactNode;
  /** Who wrote it. */
  byline?: ReactNode;
  /** What stands above the course. */
  note?: ReactNode;
  /** What stands below the course. */
  children?: ReactNode;
}

/** A course that is open to the reader: what it is, its outline by kind, and one section to read in place. */
export function CoursePage({ action, byline, children, course, note, rating, sectionKey }: CoursePageProps) {
  return (
    <Page>
      {note}
      <CourseHead course={course} action={action} byline={byline} rating={rating} />
      {sectionKey === undefined ? (
        <EmptyState title={m.courses_no_content()} compact />
      ) : (
        <div className={classes.study}>
          <CourseOutline course={course} sectionKey={sectionKey} />
          <CourseSection course={course} sectionKey={sectionKey} />
        </div>
      )}
      {children}
    </Page>
  );
}

function CourseHead({
  action,
  byline,
  course,
  rating,
}: Pick<CoursePageProps, 'action' | 'byline' | 'course' | 'rating'>) {
  const {
    categories,
    description,
    level,
    minutes,
    outcomes,
    sections,
    slug,
    subscriptionLevel,
    tags,
    thumbnail,
    title,
    updatedAt,
  } = course;
  const first = sections[0];
  return (
    <>
      <BackLink />
      <header className={classes.head}>
        <div className={classes.words}>
          <p className={classes.badges}>
            <TierBadge tier={subscriptionLevel} />
            <LevelBadge level={level} />
            <span>{m.courses_size({ sections: sections.length, length: formatMinutes(minutes) })}</span>
            {rating}
          </p>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{description}</p>
          {byline}
          {action ? (
            <div className={classes.action}>{action}</div>
          ) : (
            <div className={classes.next}>
              <LinkButton to="/register" search={{ redirect: slugPath(slug) }} size="lg">
                {m.courses_sign_up()}
              </LinkButton>
              {first && (
                <LinkButton
                  to="/courses/$slug"
                  params={{ slug }}
                  search={{ section: first.key }}
                  hash="section"
                  size="lg"
                  variant="secondary"
                >
                  {m.courses_start()}
                </LinkButton>
              )}
            </div>
          )}
          <p className={classes.topics}>
            {categories.map((category) => (
              <TextLink key={category.id} to="/courses" search={{ category: category.slug }}>
                {category.name}
              </TextLink>
            ))}
            {tags.map((tag) => (
              <TextLink key={tag} to="/courses" search={{ q: tag }} quiet>
                #{tag}
              </TextLink>
            ))}
          </p>
        </div>
        <div className={classes.cover}>
          <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} eager />
          <p className={classes.updated}>{m.courses_updated({ date: formatDate(updatedAt) })}</p>
        </div>
      </header>
      <CourseOutcomes outcomes={outcomes} />
    </>
  );
}

/** Back to the catalogue: a link, so that it works from any address and without scripts. */
export function BackLink() {
  return (
    <p className={classes.back}>
      <TextLink to="/courses" quiet>
        {m.courses_back()}
      </TextLink>
    </p>
  );
}
