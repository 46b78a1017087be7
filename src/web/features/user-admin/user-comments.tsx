import type { UserDetail } from '#contract/administration/users';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './user-page.module.css';

/** How many comments there are, and the newest ones. */
export function UserComments({ comments: { count, latest } }: Pick<UserDetail, 'comments'>) {
  if (count === 0) return <p className={classes.hint}>{m.users_comments_none()}</p>;
  return (
    <>
      <p className={classes.hint}>
        {m.users_comments_latest({ shown: latest.length, count: formatCount(count) })}
      </p>
      <ul className={classes.list}>
        {latest.map(({ content, course, createdAt, hidden, id }) => (
          <li key={id}>
            <span className={classes.words}>{content}</span>
            <span className={classes.hint}>
              {m.users_comment_on({ title: course.title, time: formatTime(createdAt) })}{' '}
              {hidden && m.users_comment_hidden()}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
