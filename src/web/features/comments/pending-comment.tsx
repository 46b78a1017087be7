import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import classes from './comment-item.module.css';

/** A comment on its way: as it was typed, and marked as not there yet. */
export function PendingComment({ content }: { content: string }) {
  const user = useUser();
  return (
    <article className={classes.comment} aria-busy="true" data-pending>
      <Avatar name={user?.name ?? ''} src={user?.avatar ?? null} size={36} />
      <div className={classes.body}>
        <p className={classes.meta}>
          <strong>{user?.name}</strong>
          <span>{m.comments_posting()}</span>
        </p>
        <p className={classes.plain}>{content}</p>
      </div>
    </article>
  );
}
