import { m } from '#web/lib/messages.ts';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import classes from '../exams.module.css';
import { plainWords } from '../plain-words.ts';
import type { KindProps } from './kind-props.ts';

/** Something for each place: chosen from a list, or written. Matching, categorising and gaps. */
export function PlacesAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const given =
    typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.places}>
      {question.places.map((place) => {
        const choices = place.choices.length > 0 ? place.choices : question.choices;
        const isGap = question.kind === 'gaps';
        const field = {
          label: isGap ? m.exams_gap({ number: place.id }) : plainWords(place.html),
          value: given[place.id] ?? '',
          disabled,
          onChange: (event: { target: { value: string } }) =>
            onAnswer({ ...given, [place.id]: event.target.value }),
        };
        if (choices.length === 0)
          return (
            <TextField key={place.id} {...field} autoComplete="off" maxLength={500} spellCheck={false} />
          );
        return (
          <SelectField key={place.id} {...field}>
            <option value="">{m.exams_choose()}</option>
            {choices.map(({ html, id }) => (
              <option key={id} value={id}>
                {plainWords(html)}
              </option>
            ))}
          </SelectField>
        );
      })}
    </div>
  );
}
