import type { ReportedComment } from '#contract/courses/comments';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './comment-queue.module.css';
import { CommentWords } from './comment-words.tsx';

interface ReportedRowProps {
  reported: ReportedComment;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

/** One reported comment with what was said about it. */
export function ReportedRow({ chosen, onChoose, reported }: ReportedRowProps) {
  const { comment, course, former, reasons, reports } = reported;
  const name = comment.author?.name ?? m.comments_someone();
  return (
    <li className={classes.row}>
      <input
        type="checkbox"
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
        aria-label={m.comments_queue_choose({ name })}
      />
      <div className={classes.words}>
        <CommentWords comment={comment} course={course} />
        {former.map(({ content, reportedAt }) => (
          <figure key={content} className={classes.former}>
            <figcaption>{m.comments_queue_former({ time: formatTime(reportedAt) })}</figcaption>
            <blockquote>{content}</blockquote>
          </figure>
        ))}
        <p className={classes.count}>{m.comments_queue_reports({ count: reports })}</p>
        <ul className={classes.reasons}>
          {reasons.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may read alike, and nothing in them has a state.
            <li key={place}>
              “{one.reason}” <span>{one.reporter ?? m.comments_someone()}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
