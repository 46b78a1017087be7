import { useQuery } from '@tanstack/react-query';
import { slugPath } from '#domain/courses/page-paths';
import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from '../course-section.module.css';
import { sectionQuery } from '../queries.ts';
import { SectionText } from '../section-text.tsx';
import locked from './locked-course.module.css';

interface SampleLessonProps {
  slug: string;
  sectionKey: string;
  /** Of the course. */
  tier: Tier;
}

/** A lesson of a closed course that everyone may read, with the way to the rest at its end. */
export function SampleLesson({ sectionKey, slug, tier }: SampleLessonProps) {
  const { data, isError } = useQuery(sectionQuery(useApi(), slug, sectionKey));
  const plan = useTierName()(tier);
  return (
    <article className={`${classes.section} ${locked.sample}`} id="section" tabIndex={-1} aria-live="polite">
      {data?.access === 'open' && <SectionText section={data} />}
      {data === undefined && !isError && <LoadingState inline />}
      {(isError || (data !== undefined && data?.access !== 'open')) && (
        <EmptyState title={m.courses_section_missing()} drawing="broken" compact />
      )}
      <div className={locked.rest}>
        <p>{m.courses_sample_rest({ tier: plan })}</p>
        <LinkButton to="/pricing" search={{ from: slugPath(slug) }}>
          {m.courses_see_plans()}
        </LinkButton>
      </div>
    </article>
  );
}
