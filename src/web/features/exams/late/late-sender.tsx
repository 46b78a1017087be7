import type { ExamOverview } from '#contract/exams';
import { m } from '#web/lib/messages.ts';
import classes from './late.module.css';
import { useSendLate } from './use-send-late.ts';

/** Before an exam: sends what this browser kept of its ended attempts, and says what it comes to. */
export function LateSender({ attempts }: Pick<ExamOverview, 'attempts'>) {
  return (
    <div role="status">
      {attempts.map(
        ({ id, number, submittedAt }) => submittedAt && <LateOf key={id} id={id} number={number} />,
      )}
    </div>
  );
}

function LateOf({ id, number }: { id: string; number: number }) {
  const { kept, refused, unsent } = useSendLate(id);
  const words = [
    unsent > 0 && m.late_unsent({ count: unsent }),
    kept > 0 && m.late_waiting({ count: kept }),
    refused > 0 && m.late_refused({ count: refused }),
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <p className={classes.notice}>
      {m.late_attempt({ number })} {words.join(' ')}
    </p>
  );
}
