import { useId } from 'react';
import classes from './visitor-frame.module.css';

interface ChoiceProps<Option extends string> {
  label: string;
  options: Readonly<Record<Option, string>>;
  value: Option;
  onChange: (option: Option) => void;
}

/** One of two, side by side. */
export function Choice<Option extends string>({ label, onChange, options, value }: ChoiceProps<Option>) {
  const group = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <label key={option}>
          <input type="radio" name={group} checked={value === option} onChange={() => onChange(option)} />
          {options[option]}
        </label>
      ))}
    </fieldset>
  );
}
