import type { ListedComment } from '#contract/courses/comments';
import { coursePath } from '#domain/courses/paths';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import text from './comment-item.module.css';

/** What a comment says, who wrote it, when and where, for administrators: hidden or not. */
export function CommentWords({ comment, course }: Pick<ListedComment, 'comment' | 'course'>) {
  return (
    <>
      <p className={text.meta}>
        <strong>{comment.author?.name ?? m.comments_someone()}</strong>
        <time dateTime={comment.createdAt}>{formatTime(comment.createdAt)}</time>
        <a href={`${coursePath(course)}#comments`}>{course.title}</a>
        {comment.editedAt && <span>{m.comments_edited_at({ time: formatTime(comment.editedAt) })}</span>}
        {comment.state === 'hidden' && <span>{m.comments_hidden()}</span>}
      </p>
      <div className={text.text}>
        <Prose html={comment.original?.html ?? comment.html} />
      </div>
    </>
  );
}
