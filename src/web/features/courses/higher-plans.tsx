import type { CoursesOfTier } from '#contract/courses/course-shapes';
import { formatList } from '#web/lib/format-list.ts';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './catalogue.module.css';

const PRICING: string = '/pricing';

/** One line on what higher plans hold beyond this list; it leads to the price list. */
export function HigherPlans({ higher, searched }: { higher: readonly CoursesOfTier[]; searched: boolean }) {
  const tierName = useTierName();
  if (higher.length === 0) return null;
  const count = higher.reduce((sum, { courses }) => sum + courses, 0);
  const plans = formatList(higher.map(({ tier }) => tierName(tier)));
  return (
    <p className={classes.higher}>
      <TextLink to={PRICING}>
        {searched ? m.courses_higher_found({ count, plans }) : m.courses_higher({ count, plans })}
      </TextLink>
    </p>
  );
}
