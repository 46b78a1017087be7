import type { Plan, TierCourses } from '#contract/administration/plans';
import { tierReaches } from '#domain/tiers';
import { formatList } from '#web/lib/format-list.ts';
import { m } from '#web/lib/messages.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './plan-courses.module.css';

/** The courses by name, in the order of the tiers, each tier with the plans that include it. */
export function PlanCourses({ plans, tiers }: { plans: readonly Plan[]; tiers: readonly TierCourses[] }) {
  const filled = tiers.filter(({ total }) => total > 0);
  if (filled.length === 0) return null;
  return (
    <section>
      <h2 className={classes.heading}>{m.plans_study()}</h2>
      {filled.map(({ courses, tier, total }) => (
        <section key={tier} className={classes.tier} aria-labelledby={`courses-${tier}`}>
          <header className={classes.head}>
            <h3 id={`courses-${tier}`} className={classes.name}>
              <TierBadge tier={tier} />
            </h3>
            <p className={classes.plans}>
              {m.plans_study_in({
                plans: formatList(
                  plans.filter((plan) => tierReaches(plan.tier, tier)).map(({ name }) => name),
                ),
              })}
            </p>
          </header>
          <ul className={classes.courses}>
            {courses.map((course) => (
              <li key={course.slug} className={classes.course}>
                <CoverImage
                  thumbnail={course.thumbnail}
                  slug={course.slug}
                  category={course.category ?? undefined}
                />
                <span className={classes.words}>
                  <TextLink to="/courses/$slug" params={{ slug: course.slug }}>
                    {course.title}
                  </TextLink>
                  <LevelBadge level={course.level} />
                </span>
              </li>
            ))}
          </ul>
          {total > courses.length && <p>{m.plans_study_more({ count: total - courses.length })}</p>}
        </section>
      ))}
    </section>
  );
}
