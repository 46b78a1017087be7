import { Fragment } from 'react';
import type { CourseOffer } from '#contract/courses/course-shapes';
import { chaptersOf } from '#domain/courses/chapters';
import type { SectionType } from '#domain/courses/vocabulary';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './locked-course.module.css';

const KINDS: Record<SectionType, () => string> = {
  lesson: m.courses_lesson,
  lab: m.courses_lab,
  exam: m.courses_exam,
};

/** The sections of a closed course: their names, kinds and lengths. Only samples are links. */
export function OfferOutline({
  certificate,
  sections,
  slug,
}: Pick<CourseOffer, 'certificate' | 'sections' | 'slug'>) {
  if (sections.length === 0) return null;
  return (
    <section aria-labelledby="outline">
      <h2 id="outline" className={classes.subtitle}>
        {m.courses_locked_outline()}
      </h2>
      {chaptersOf(sections).map(({ sections: own, title: chapter }) => (
        <Fragment key={own[0]?.order}>
          {chapter && <h3 className={classes.chapter}>{chapter}</h3>}
          <ol className={classes.outline}>
            {own.map(({ minutes, order, sampleKey, sectionType, title }) => (
              <li key={order}>
                <span className={classes.name}>
                  {sampleKey === null ? (
                    title
                  ) : (
                    <TextLink
                      to="/courses/$slug"
                      params={{ slug }}
                      search={{ section: sampleKey }}
                      hash="section"
                    >
                      {title}
                    </TextLink>
                  )}
                </span>
                <span className={classes.kind}>
                  {sampleKey === null ? KINDS[sectionType]() : m.courses_sample()}
                </span>
                <span className={classes.length}>{formatMinutes(minutes)}</span>
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
      {certificate && <p className={classes.certificate}>{m.courses_locked_certificate()}</p>}
    </section>
  );
}
