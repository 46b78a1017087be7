import type { ReactNode } from 'react';
import type { Deadline } from '#contract/courses/dashboard';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { relativeTime } from '#web/lib/relative-time.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './dashboard.module.css';

/** What closes, opens or ends soon, the next first; a quiet line while there is nothing. */
export function Deadlines({ deadlines }: { deadlines: readonly Deadline[] }) {
  return (
    <section aria-labelledby="coming">
      <h2 id="coming">{m.dashboard_coming()}</h2>
      {deadlines.length === 0 && <p className={classes.quiet}>{m.dashboard_coming_none()}</p>}
      {deadlines.length > 0 && (
        <ul className={classes.items}>
          {deadlines.map((each) => (
            <li key={'id' in each ? each.id : `${each.kind} ${each.course.slug}/${each.section.key}`}>
              <Item deadline={each} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ deadline }: { deadline: Deadline }) {
  if (deadline.kind === 'certificate-ends')
    return (
      <Row
        label={m.dashboard_certificate_ends()}
        at={deadline.at}
        date={formatDate(deadline.at)}
        note={m.dashboard_certificate_renew()}
      >
        <TextLink to="/certificates/$id" params={{ id: deadline.id }} quiet>
          {deadline.title}
        </TextLink>
      </Row>
    );
  const { at, course, isExam, kind, section } = deadline;
  const params = { slug: course.slug, section: section.key };
  const opens = isExam ? m.dashboard_exam_opens() : m.dashboard_section_opens();
  return (
    <Row
      label={kind === 'exam-closes' ? m.dashboard_exam_closes() : opens}
      at={at}
      date={formatTime(at)}
      note={course.title}
    >
      <TextLink to="/courses/$slug/learn/$section" params={params} quiet>
        {section.title}
      </TextLink>
    </Row>
  );
}

interface RowProps {
  label: string;
  at: string;
  date: string;
  note: string;
  children: ReactNode;
}

function Row({ at, children, date, label, note }: RowProps) {
  return (
    <>
      <p className={classes.label}>
        {label} <strong>{relativeTime(at)}</strong>
      </p>
      <p className={classes.title}>{children}</p>
      <p className={classes.facts}>
        <time dateTime={at}>{date}</time> · {note}
      </p>
    </>
  );
}
