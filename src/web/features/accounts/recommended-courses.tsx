import { useQuery } from '@tanstack/react-query';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { CoverImage } from '#web/ui/cover-image.tsx';
import { LevelBadge } from '#web/ui/level-badge.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './profile.module.css';
import { recommendedQuery } from './queries.ts';

/** Three courses that the reader's tier opens. Nothing at all in a school without courses. */
export function RecommendedCourses({ title }: { title: string }) {
  const { data } = useQuery(recommendedQuery(useApi()));
  if (data?.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="recommended">
      <h2 id="recommended">{title}</h2>
      {data ? (
        <div className={classes.grid}>
          {data.map(({ categories, id, level, minutes, sections, slug, thumbnail, title: name }) => (
            <article key={id} className={classes.course}>
              <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} />
              <h3>
                <TextLink to="/courses/$slug" params={{ slug }}>
                  {name}
                </TextLink>
              </h3>
              <p className={classes.facts}>
                <LevelBadge level={level} />
                <span>{m.courses_size({ sections, length: formatMinutes(minutes) })}</span>
              </p>
            </article>
          ))}
        </div>
      ) : (
        <LoadingState inline />
      )}
    </section>
  );
}
