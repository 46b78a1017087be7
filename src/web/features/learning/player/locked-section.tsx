import type { OpenCourse } from '#contract/courses/course-shapes';
import type { SectionLockReply } from '#contract/courses/learning';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface LockedSectionProps {
  course: OpenCourse;
  title: string;
  lock: SectionLockReply;
}

/** Why a section is not open yet, and the way to what opens it. */
export function LockedSection({ course, lock, title }: LockedSectionProps) {
  return (
    <EmptyState title={m.learning_locked_title({ title })} heading="h1" drawing="locked">
      <p>{lockWords(lock)}</p>
      {lock.section && (
        <LinkButton
          to="/courses/$slug/learn/$section"
          params={{ slug: course.slug, section: lock.section.key }}
        >
          {lock.section.title}
        </LinkButton>
      )}
      {lock.course && (
        <LinkButton to="/courses/$slug" params={{ slug: lock.course.slug }}>
          {lock.course.title}
        </LinkButton>
      )}
    </EmptyState>
  );
}

function lockWords({ opensAt, reason }: SectionLockReply): string {
  if (reason === 'prerequisite') return m.learning_locked_course();
  if (reason === 'section-first') return m.learning_locked_section();
  return m.learning_locked_until({ time: opensAt ? formatTime(opensAt) : '' });
}
