import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { CourseOffer } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { tierReaches } from '#domain/tiers';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { usePlanPrice } from '#web/lib/plan-price.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge, useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CourseOutcomes } from '../course-outcomes.tsx';
import page from '../course-page.module.css';
import { BackLink } from '../course-page.tsx';
import classes from './locked-course.module.css';
import { OfferOutline } from './offer-outline.tsx';
import { plansQuery, tierCoursesQuery } from './offer-queries.ts';
import { SampleLesson } from './sample-lesson.tsx';

interface LockedCourseProps {
  course: CourseOffer;
  /** The section that the address names; read in place where it is a sample. */
  section: string | undefined;
  /** Who wrote it. */
  byline: ReactNode;
  /** What its reviews come to. */
  rating: ReactNode;
  /** Its reviews. */
  children: ReactNode;
}

/** A course above the reader's tier: what it teaches, what it costs, and the way to open it. Of its content only samples. */
export function LockedCoursePage({ byline, children, course, rating, section }: LockedCourseProps) {
  const { categories, description, level, minutes, outcomes, sections, slug, subscriptionLevel } = course;
  const sample = sections.find(({ sampleKey }) => sampleKey !== null && sampleKey === section)?.sampleKey;
  return (
    <Page>
      <BackLink />
      <header className={page.head}>
        <div className={page.words}>
          <p className={page.badges}>
            <TierBadge tier={subscriptionLevel} />
            <LevelBadge level={level} />
            <span>{m.courses_size({ sections: sections.length, length: formatMinutes(minutes) })}</span>
            {rating}
          </p>
          <h1 className={page.title}>{course.title}</h1>
          <p className={page.lead}>{description}</p>
          {byline}
          <Offer course={course} />
        </div>
        <div className={page.cover}>
          <CoverImage thumbnail={course.thumbnail} slug={slug} category={categories[0]?.slug} eager />
        </div>
      </header>
      <CourseOutcomes outcomes={outcomes} />
      <div className={classes.below}>
        <OfferOutline slug={slug} sections={sections} certificate={course.certificate} />
        <AlsoOpens course={course} />
      </div>
      {sample && <SampleLesson slug={slug} sectionKey={sample} tier={subscriptionLevel} />}
      {course.rating && (
        <div id="comments" className={classes.reviews} data-live>
          <Suspense>{children}</Suspense>
        </div>
      )}
    </Page>
  );
}

/** Why it is closed, the price of the cheapest plan that opens it, and what to do next. */
function Offer({ course: { reason, sections, slug, subscriptionLevel } }: { course: CourseOffer }) {
  const tier = useTierName()(subscriptionLevel);
  const plan = useQuery(plansQuery(useApi())).data?.find((it) => it.tier === subscriptionLevel);
  const priceOf = usePlanPrice();
  const price = plan && priceOf(plan);
  const here = slugPath(slug);
  const sample = sections.find(({ sampleKey }) => sampleKey !== null)?.sampleKey;
  return (
    <section className={classes.offer} aria-label={m.courses_locked_plan({ tier })}>
      {plan && (
        <p className={classes.price}>
          <strong>{m.courses_locked_plan({ tier })}</strong>
          {price && <span>{`${price.amount} ${price.per}`}</span>}
        </p>
      )}
      <p className={classes.why}>
        {reason === 'sign-in-required'
          ? m.courses_locked_visitor({ tier })
          : m.courses_locked_member({ tier })}
      </p>
      <div className={page.next}>
        <LinkButton to="/pricing" search={{ from: here }} size="lg">
          {m.courses_see_plans()}
        </LinkButton>
        {sample && (
          <LinkButton
            to="/courses/$slug"
            params={{ slug }}
            search={{ section: sample }}
            hash="section"
            variant="secondary"
            size="lg"
          >
            {m.courses_sample_read()}
          </LinkButton>
        )}
        {reason === 'sign-in-required' && (
          <LinkButton to="/login" search={{ redirect: here }} variant="secondary" size="lg">
            {m.courses_log_in()}
          </LinkButton>
        )}
      </div>
    </section>
  );
}

const NAMED = 6;

/** Other courses that the reader gets with the same plan, those of its own tier first. */
function AlsoOpens({ course: { slug, subscriptionLevel } }: { course: CourseOffer }) {
  const tier = useTierName()(subscriptionLevel);
  const held = useUser()?.subscriptionTier ?? 'free';
  const tiers = useQuery(tierCoursesQuery(useApi())).data ?? [];
  const others = tiers
    .filter((it) => tierReaches(subscriptionLevel, it.tier) && !tierReaches(held, it.tier))
    .toReversed()
    .flatMap(({ courses }) => courses)
    .filter((other) => other.slug !== slug);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="also">
      <h2 id="also" className={classes.subtitle}>
        {m.courses_locked_more({ tier })}
      </h2>
      <ul className={classes.others}>
        {others.slice(0, NAMED).map((other) => (
          <li key={other.slug}>
            <CoverImage
              thumbnail={other.thumbnail}
              slug={other.slug}
              category={other.category ?? undefined}
            />
            <span className={classes.other}>
              <TextLink to="/courses/$slug" params={{ slug: other.slug }}>
                {other.title}
              </TextLink>
              <LevelBadge level={other.level} />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.all}>
        <TextLink to="/pricing" search={{ from: slugPath(slug) }}>
          {m.courses_locked_all({ tier })}
        </TextLink>
      </p>
    </section>
  );
}
