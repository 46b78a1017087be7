import type { PaperQuestion } from '#contract/exams/exams';
import { answerLength, maxAnswerLength } from '#domain/exams/attempts/answer-length';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { isWordsOnly, plainWords } from '../plain-words.ts';
import { ChoiceOption } from './choice-option.tsx';
import type { KindProps } from './kind-props.ts';
import { WrittenField } from './written.tsx';

/** The most characters that one place may hold. */
const MAX_PLACE = 500;

type Place = PaperQuestion['places'][number];

/** Something for each place: chosen from a list, or written. Matching, categorising and gaps. */
export function PlacesAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const given =
    typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {};
  // Each may be as long as the others leave room for, its own name included.
  const room = maxAnswerLength(question.kind) - answerLength(given);
  const longest = (id: string) => Math.max(0, room + (id in given ? (given[id]?.length ?? 0) : -id.length));
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.places}>
      {question.places.map((place) => (
        <PlaceField
          key={place.id}
          disabled={disabled}
          place={place}
          question={question}
          value={given[place.id] ?? ''}
          maxLength={Math.min(MAX_PLACE, longest(place.id))}
          onChange={(choice) => onAnswer({ ...given, [place.id]: choice })}
        />
      ))}
    </div>
  );
}

interface PlaceFieldProps {
  question: PaperQuestion;
  place: Place;
  value: string;
  disabled: boolean;
  maxLength: number;
  onChange: (value: string) => void;
}

/** A list to choose from holds words only: what must be seen is chosen where it is seen. */
function PlaceField({ disabled, maxLength, onChange, place, question, value }: PlaceFieldProps) {
  const choices = place.choices.length > 0 ? place.choices : question.choices;
  const label = question.kind === 'gaps' ? m.exams_gap({ number: place.id }) : <Prose html={place.html} />;
  const field = { label, value, disabled };
  if (choices.length === 0)
    return <WrittenField {...{ ...field, maxLength, onChange }} isNumber={place.isNumber} />;
  if (choices.every(({ html }) => isWordsOnly(html)))
    return (
      <SelectField {...field} onChange={(event) => onChange(event.target.value)}>
        <option value="">{m.exams_choose()}</option>
        {choices.map(({ html, id }) => (
          <option key={id} value={id}>
            {plainWords(html)}
          </option>
        ))}
      </SelectField>
    );
  return (
    <fieldset className={classes.place} disabled={disabled}>
      <legend>{label}</legend>
      {choices.map(({ html, id }) => (
        <ChoiceOption
          key={id}
          type="radio"
          html={html}
          name={`${question.id} ${place.id}`}
          checked={value === id}
          onChange={() => onChange(id)}
        />
      ))}
    </fieldset>
  );
}
