import type { ExamResultReply } from '#contract/exams/exams';
import { m } from '#web/lib/messages.ts';
import classes from '../exams.module.css';

/** What a marker said, and by what. */
export function MarkSaid({ mark }: { mark: ExamResultReply['marks'][number] }) {
  const { comment, criteria } = mark;
  return (
    <>
      {criteria.length > 0 && (
        <dl className={classes.criteria}>
          {criteria.map(({ level, maxPoints, points, text }) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>
                {level} · {m.exams_points({ points, max: maxPoints })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && (
        <div className={classes.said}>
          <strong>{m.exams_comment()}</strong>
          {'\n'}
          {comment}
        </div>
      )}
    </>
  );
}
