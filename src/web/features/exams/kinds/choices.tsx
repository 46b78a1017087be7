import { m } from '#web/lib/messages.ts';
import classes from '../exams.module.css';
import { ChoiceOption } from './choice-option.tsx';
import type { KindProps } from './kind-props.ts';

interface Option {
  id: string;
  html: string;
}

/** One of several. */
export function SingleChoice(props: KindProps) {
  return <Radios {...props} options={props.question.choices} />;
}

/** A statement that is true or false. */
export function TrueFalse(props: KindProps) {
  const options = [
    { id: 'true', html: m.exams_true() },
    { id: 'false', html: m.exams_false() },
  ];
  return <Radios {...props} options={options} />;
}

function Radios({
  disabled,
  labelledBy,
  onAnswer,
  options,
  question,
  value,
}: KindProps & { options: Option[] }) {
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={classes.options}>
      {options.map(({ html, id }) => (
        <ChoiceOption
          key={id}
          type="radio"
          html={html}
          name={question.id}
          checked={value === id}
          disabled={disabled}
          onChange={() => onAnswer(id)}
        />
      ))}
    </div>
  );
}

/** As many as are right. */
export function MultipleChoice({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const toggle = (id: string) =>
    onAnswer(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.options}>
      {question.choices.map(({ html, id }) => (
        <ChoiceOption
          key={id}
          type="checkbox"
          html={html}
          checked={chosen.includes(id)}
          disabled={disabled}
          onChange={() => toggle(id)}
        />
      ))}
    </div>
  );
}
