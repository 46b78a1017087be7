import type { ExamResultReply, PaperQuestion } from '#contract/exams/exams';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { RightAnswer } from './right-answer.tsx';

type Graded = NonNullable<ExamResultReply['review']>[number];

/** What an answer earned, what would have been right, and why. */
export function Explained({ graded, question }: { graded: Graded; question: PaperQuestion }) {
  const { explanationHtml, key, maxPoints, points } = graded;
  const isRight = points >= maxPoints;
  const state = isRight ? 'right' : points > 0 ? 'partly' : 'wrong';
  const words = { right: m.exams_right, partly: m.exams_partly, wrong: m.exams_wrong };
  const hasKey = question.words === null && question.upload === null;
  return (
    <div className={classes.explained} data-state={state}>
      <p>
        <strong>{words[state]()}</strong> ·{' '}
        {m.exams_points({ points: Math.round(points * 100) / 100, max: maxPoints })}
      </p>
      {!isRight && hasKey && <RightAnswer question={question} answer={key} />}
      {explanationHtml && <Prose html={explanationHtml} />}
    </div>
  );
}
