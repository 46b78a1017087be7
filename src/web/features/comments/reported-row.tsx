import type { ReportedComment } from '#contract/comments';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose.tsx';
import text from './comment-item.module.css';
import classes from './comment-queue.module.css';

interface ReportedRowProps {
  reported: ReportedComment;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

/** One reported comment with what was said about it. */
export function ReportedRow({ chosen, onChoose, reported }: ReportedRowProps) {
  const { comment, course, reasons, reports } = reported;
  const name = comment.author?.name ?? m.comments_someone();
  // What it says counts here, hidden or not.
  const html = comment.original?.html ?? comment.html;
  const path = course.kind === 'course' ? `/courses/${course.slug}` : `/blogs/${course.id}`;
  return (
    <li className={classes.row}>
      <input
        type="checkbox"
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
        aria-label={m.comments_queue_choose({ name })}
      />
      <div className={classes.words}>
        <p className={text.meta}>
          <strong>{name}</strong>
          <time dateTime={comment.createdAt}>{formatTime(comment.createdAt)}</time>
          <a href={`${path}#comments`}>{course.title}</a>
          {comment.state === 'hidden' && <span>{m.comments_hidden()}</span>}
        </p>
        <div className={text.text}>
          <Prose html={html} />
        </div>
        <p className={classes.count}>{m.comments_queue_reports({ count: reports })}</p>
        <ul className={classes.reasons}>
          {reasons.map((one) => (
            <li key={`${one.createdAt} ${one.reporter}`}>
              “{one.reason}” <span>{one.reporter ?? m.comments_someone()}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
