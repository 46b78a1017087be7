import type { ComponentPropsWithRef } from 'react';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { isWordsOnly, plainWords } from '../plain-words.ts';

interface ChoiceOptionProps extends ComponentPropsWithRef<'input'> {
  type: 'radio' | 'checkbox';
  html: string;
}

/** Something to choose, as it was written. What is seen rather than read has its words as a name. */
export function ChoiceOption({ html, ...rest }: ChoiceOptionProps) {
  return (
    <label className={classes.option}>
      <input {...rest} aria-label={isWordsOnly(html) ? undefined : plainWords(html)} />
      <Prose html={html} />
    </label>
  );
}
