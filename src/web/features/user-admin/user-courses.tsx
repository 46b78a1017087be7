import type { UserDetail } from '#contract/administration/users';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './user-page.module.css';

/** What somebody studies, last used first. */
export function UserCourses({ courses }: Pick<UserDetail, 'courses'>) {
  if (courses.length === 0) return <p className={classes.hint}>{m.users_courses_none()}</p>;
  return (
    <ul className={classes.list}>
      {courses.map(({ completedAt, enrolledAt, id, leftAt, slug, title }) => (
        <li key={id}>
          <TextLink to="/courses/$slug" params={{ slug }} quiet>
            {title}
          </TextLink>
          <span className={classes.hint}>
            {m.users_course_enrolled({ date: formatDate(enrolledAt) })}
            {completedAt && ` · ${m.users_course_completed({ date: formatDate(completedAt) })}`}
            {leftAt && ` · ${m.users_course_left({ date: formatDate(leftAt) })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
