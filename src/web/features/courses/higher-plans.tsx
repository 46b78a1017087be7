import type { CoursesOfTier } from '#contract/courses/course-shapes';
import { formatList } from '#web/lib/format-list.ts';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './catalogue.module.css';

const PRICING: string = '/pricing';

interface HigherProps {
  higher: readonly CoursesOfTier[];
}

/** One line on what higher plans hold beyond this list; it leads to the price list. */
export function HigherPlans({ higher, searched }: HigherProps & { searched: boolean }) {
  const values = useHigher(higher);
  if (higher.length === 0) return null;
  return (
    <p className={classes.higher}>
      <TextLink to={PRICING}>{searched ? m.courses_higher_found(values) : m.courses_higher(values)}</TextLink>
    </p>
  );
}

/** How many of the cards that were found are locked. */
export function HigherCount({ higher }: HigherProps) {
  const values = useHigher(higher);
  return higher.length > 0 && ` · ${m.courses_higher_count(values)}`;
}

function useHigher(higher: HigherProps['higher']) {
  const tierName = useTierName();
  return {
    count: higher.reduce((sum, { courses }) => sum + courses, 0),
    plans: formatList(higher.map(({ tier }) => tierName(tier))),
  };
}
