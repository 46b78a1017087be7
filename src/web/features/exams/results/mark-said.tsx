import { Suspense, use } from 'react';
import type { ExamResultReply } from '#contract/exams/exams';
import { CodeTools } from '#web/lib/code-bench.ts';
import { m } from '#web/lib/messages.ts';
import classes from '../exams.module.css';

/** What a marker said, and by what. */
export function MarkSaid({ mark }: { mark: ExamResultReply['marks'][number] }) {
  const { checks, comment, criteria } = mark;
  const tools = use(CodeTools);
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
      {checks.length > 0 && tools && (
        <Suspense>
          <tools.CheckList results={checks} label={m.exams_code_checks()} />
        </Suspense>
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
