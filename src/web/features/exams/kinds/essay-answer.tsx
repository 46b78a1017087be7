import { useState } from 'react';
import { maxAnswerLength } from '#domain/exams/attempts/answer-length';
import { countWords } from '#domain/exams/kinds/essay/count-words';
import { m } from '#web/lib/messages.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from '../exams.module.css';
import type { KindProps } from './kind-props.ts';

/** A text that a person marks; its length is shown as it grows. */
export function EssayAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const text = typeof value === 'string' ? value : '';
  const count = countWords(text);
  // Nobody is interrupted while writing: the count beside the field says it, too.
  const [isWriting, setWriting] = useState(false);
  const { max = null, min = null } = question.words ?? {};
  if (disabled) return <p className={classes.said}>{text || m.exams_essay_none()}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy}>
      <TextAreaField
        label={m.exams_text()}
        help={m.exams_essay_help()}
        aside={<span>{limitWords(count, min, max)}</span>}
        error={
          !isWriting && max !== null && count > max ? m.exams_essay_long({ count: count - max }) : undefined
        }
        rows={12}
        value={text}
        maxLength={maxAnswerLength(question.kind)}
        onFocus={() => setWriting(true)}
        onBlur={() => setWriting(false)}
        onChange={(event) => onAnswer(event.target.value)}
      />
    </div>
  );
}

function limitWords(count: number, min: number | null, max: number | null): string {
  if (min !== null && max !== null) return m.exams_essay_between({ count, min, max });
  if (max !== null) return m.exams_essay_most({ count, max });
  return min === null ? m.exams_essay_count({ count }) : m.exams_essay_least({ count, min });
}
