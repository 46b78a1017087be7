import type { ListedComment } from '#contract/courses/comments';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './comment-queue.module.css';
import { CommentWords } from './comment-words.tsx';
import { useChanging } from './use-changing.ts';

/** One comment among all of them: it can be hidden and shown again here. */
export function ListedRow({ listed: { comment, course, reports } }: { listed: ListedComment }) {
  const { busy, hide, unhide } = useChanging(course.id, comment);
  const name = comment.author?.name ?? m.comments_someone();
  const isHidden = comment.state === 'hidden';
  return (
    <li className={classes.listed}>
      <div className={classes.words}>
        <CommentWords comment={comment} course={course} />
        {reports > 0 && (
          <TextLink className={classes.count} to="/admin/comments" search={{ state: 'reported' }}>
            {m.comments_queue_reports({ count: reports })}
          </TextLink>
        )}
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        aria-label={isHidden ? m.comments_all_unhide({ name }) : m.comments_all_hide({ name })}
        onClick={isHidden ? unhide : hide}
      >
        {isHidden ? m.comments_unhide() : m.comments_hide()}
      </Button>
    </li>
  );
}
