import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OpenCourse, SectionOutline } from '#contract/courses/course-shapes';
import { SECTION_TYPES, type SectionType } from '#domain/courses/vocabulary';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import classes from './course-outline.module.css';

const TAB_WORDS: Record<SectionType, () => string> = {
  lesson: m.courses_lessons,
  lab: m.courses_labs,
  exam: m.courses_exams,
};

/** The sections by kind behind tabs, in order; the one in place is marked. */
export function CourseOutline({ course, sectionKey }: { course: OpenCourse; sectionKey: string }) {
  const current = course.sections.find(({ key }) => key === sectionKey);
  const kinds = SECTION_TYPES.filter((kind) =>
    course.sections.some(({ sectionType }) => sectionType === kind),
  );
  const [chosen, setChosen] = useState<{ kind: SectionType; at: string } | null>(null);
  // A tab stays chosen until another section is opened; then that section's kind shows.
  const kind = chosen?.at === sectionKey ? chosen.kind : (current?.sectionType ?? kinds[0] ?? 'lesson');
  const tabs = kinds.map((id) => ({
    id,
    label: TAB_WORDS[id](),
    count: course.sections.filter(({ sectionType }) => sectionType === id).length,
  }));
  return (
    <nav className={classes.outline} aria-label={m.courses_outline()} data-no-print>
      <SectionTabs
        label={m.courses_outline()}
        tabs={tabs}
        value={kind}
        onChange={(next) => setChosen({ kind: next, at: sectionKey })}
      >
        <ol className={classes.list}>
          {course.sections
            .filter(({ sectionType }) => sectionType === kind)
            .map((section, at, { [at - 1]: before }) => (
              <li key={section.id}>
                {section.chapter && section.chapter !== before?.chapter && (
                  <p className={classes.chapter}>{section.chapter}</p>
                )}
                <OutlineLink slug={course.slug} section={section} isCurrent={section.key === sectionKey} />
              </li>
            ))}
        </ol>
      </SectionTabs>
    </nav>
  );
}

function OutlineLink({
  isCurrent,
  section,
  slug,
}: {
  slug: string;
  section: SectionOutline;
  isCurrent: boolean;
}) {
  return (
    <Link
      to="/courses/$slug"
      params={{ slug }}
      search={{ section: section.key }}
      hash="section"
      className={classes.link}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span className={classes.number}>{section.order}</span>
      <span className={classes.name}>{section.title}</span>
      <span className={classes.length}>{formatMinutes(section.minutes)}</span>
    </Link>
  );
}
