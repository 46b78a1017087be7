import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OpenCourse } from '#contract/courses/course-shapes';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './course-section.module.css';
import { sectionQuery } from './queries.ts';
import { SectionText } from './section-text.tsx';

/** One section to read in place, with the way to its neighbours at its end. */
export function CourseSection({ course, sectionKey }: { course: OpenCourse; sectionKey: string }) {
  const { data, isError } = useQuery(sectionQuery(useApi(), course.slug, sectionKey));
  return (
    <article className={classes.section} id="section" tabIndex={-1} aria-live="polite">
      {data?.access === 'open' && <SectionText section={data} />}
      {data === undefined && !isError && <LoadingState inline />}
      {data?.access === 'guided' && (
        <EmptyState title={m.courses_section_guided({ title: data.title })} compact />
      )}
      {(isError || data === null || data?.access === 'locked') && (
        <EmptyState title={m.courses_section_missing()} drawing="broken" compact />
      )}
      <Neighbours course={course} sectionKey={sectionKey} />
    </article>
  );
}

function Neighbours({ course: { sections, slug }, sectionKey }: { course: OpenCourse; sectionKey: string }) {
  const at = sections.findIndex(({ key }) => key === sectionKey);
  const [previous, next] = [sections[at - 1], sections[at + 1]];
  return (
    <nav className={classes.neighbours} aria-label={m.courses_neighbours()} data-no-print>
      {[previous, next].map(
        (section) =>
          section && (
            <Link
              key={section.id}
              to="/courses/$slug"
              params={{ slug }}
              search={{ section: section.key }}
              hash="section"
              className={classes.neighbour}
              data-next={section === next || undefined}
            >
              <span>{section === next ? m.courses_next() : m.courses_previous()}</span>
              <strong>{section.title}</strong>
            </Link>
          ),
      )}
    </nav>
  );
}
