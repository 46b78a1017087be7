import { type Ref, useState } from 'react';
import { emptyQuestion, KIND_NAMES, type KindName } from '#domain/exams/kinds/kinds';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';
import classes from './author.module.css';
import { type FormQuestion, newQuestionId } from './form-question.ts';

interface AddQuestionProps {
  /** The button that adds. */
  ref?: Ref<HTMLButtonElement>;
  onAdd: (question: FormQuestion) => void;
}

/** A new question of a kind. */
export function AddQuestion({ onAdd, ref }: AddQuestionProps) {
  const [kind, setKind] = useState<KindName>('single');
  return (
    <div className={classes.add}>
      <SelectField
        label={m.author_kind()}
        value={kind}
        onChange={({ target: { value } }) => setKind(KIND_NAMES.find((name) => name === value) ?? 'single')}
      >
        {KIND_NAMES.map((name) => (
          <option key={name} value={name}>
            {KIND_SCREENS[name].words()}
          </option>
        ))}
      </SelectField>
      <Button
        ref={ref}
        variant="secondary"
        onClick={() => onAdd(structuredClone(emptyQuestion(kind, newQuestionId())) as FormQuestion)}
      >
        {m.author_question_add()}
      </Button>
    </div>
  );
}
