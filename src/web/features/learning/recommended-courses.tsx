import { useQuery } from '@tanstack/react-query';
import type { Recommendation } from '#contract/courses/learning';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './learning.module.css';
import { recommendedQuery } from './queries.ts';

/** Courses that follow from the own ones, each with its reason. Nothing at all where nothing is left. */
export function RecommendedCourses({ title }: { title: string }) {
  const { data, error } = useQuery(recommendedQuery(useApi()));
  // Whoever came to study needs no word about what is only offered besides.
  if (data?.length === 0 || (error && !data)) return null;
  return (
    <section className={classes.section} aria-labelledby="recommended">
      <h2 id="recommended">{title}</h2>
      {data ? (
        <div className={classes.grid}>
          {data.map((course) => (
            <Card key={course.id} course={course} />
          ))}
        </div>
      ) : (
        <LoadingState inline />
      )}
    </section>
  );
}

function Card({ course }: { course: Recommendation }) {
  const { because, categories, level, minutes, sections, slug, thumbnail, title } = course;
  const reason =
    because === null
      ? m.learning_because_new()
      : because.finished
        ? m.learning_because_finished({ title: because.title })
        : m.learning_because_studied({ title: because.title });
  return (
    <article className={classes.card}>
      <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} />
      <p className={classes.reason}>{reason}</p>
      <h3>
        <TextLink to="/courses/$slug" params={{ slug }}>
          {title}
        </TextLink>
      </h3>
      <p className={classes.facts}>
        <LevelBadge level={level} />
        <span>{m.courses_size({ sections, length: formatMinutes(minutes) })}</span>
      </p>
    </article>
  );
}
