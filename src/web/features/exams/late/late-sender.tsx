import type { ExamOverview } from '#contract/exams/exams';
import { m } from '#web/lib/messages.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { sentWords } from './sent-words.ts';
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
  const words = sentWords(useSendLate(id));
  if (words === '') return null;
  return (
    <Notice>
      {m.late_attempt({ number })} {words}
    </Notice>
  );
}
