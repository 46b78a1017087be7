import { type ReactNode, useId } from 'react';
import type { PaperQuestion } from '#contract/exams/exams';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';

interface QuestionCardProps {
  question: PaperQuestion;
  number: number;
  value: Answer | undefined;
  disabled?: boolean;
  /** The attempt that files are uploaded for; left out where nothing is kept. */
  attemptId?: string;
  onAnswer: (answer: Answer) => void;
  onUpload?: (isRunning: boolean) => void;
  /** What stands beside its number. */
  aside?: ReactNode;
  /** What is said of it after the exam. */
  children?: ReactNode;
}

/** One question with its number, its prompt and what its kind needs. */
export function QuestionCard({
  aside,
  attemptId,
  children,
  disabled = false,
  number,
  onAnswer,
  onUpload,
  question,
  value,
}: QuestionCardProps) {
  const id = useId();
  const { Answer: View } = KIND_SCREENS[question.kind];
  return (
    <section className={classes.question} aria-labelledby={`${id}-title`} data-question={question.id}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {m.exams_question({ number })}
        </h2>
        <span>{m.exams_worth({ points: question.points })}</span>
        {aside}
      </div>
      <div id={`${id}-prompt`}>
        <Prose html={question.html} />
      </div>
      <View
        question={question}
        value={value}
        labelledBy={`${id}-prompt`}
        disabled={disabled}
        attemptId={attemptId}
        onAnswer={onAnswer}
        onUpload={onUpload}
      />
      {children}
    </section>
  );
}
