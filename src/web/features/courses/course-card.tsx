import { Suspense } from 'react';
import type { CourseCard as Course } from '#contract/courses/course-shapes';
import { formatMinutes } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { MarkedText } from '#web/ui/prose/marked-text.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './course-card.module.css';

/** Only schools that show locked courses download it. */
const LockedPrice = latePart(() => import('./locked/locked-price.tsx'), 'LockedPrice');

/** One course in the catalogue; the whole card leads to it. */
export function CourseCard({ course, eager }: { course: Course; eager: boolean }) {
  const { categories, level, locked, match, minutes, sections, slug, subscriptionLevel, thumbnail } = course;
  return (
    <article className={classes.card}>
      <div className={classes.cover} data-locked={locked || undefined}>
        <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} eager={eager} />
      </div>
      <p className={classes.category}>{categories.map(({ name }) => name).join(', ')}</p>
      <h2 className={classes.title}>
        <TextLink to="/courses/$slug" params={{ slug }}>
          <MarkedText text={match?.title ?? course.title} />
        </TextLink>
      </h2>
      <p className={classes.text}>
        <MarkedText text={match?.description ?? course.description} />
      </p>
      <div className={classes.facts}>
        <TierBadge tier={subscriptionLevel} />
        <LevelBadge level={level} />
        <span>{m.courses_size({ sections, length: formatMinutes(minutes) })}</span>
      </div>
      {locked && (
        <Suspense>
          <LockedPrice tier={subscriptionLevel} />
        </Suspense>
      )}
    </article>
  );
}
