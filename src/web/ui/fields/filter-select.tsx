import classes from './filter-select.module.css';

interface FilterSelectProps<Option extends string> {
  label: string;
  options: readonly Option[];
  word: (option: Option) => string;
  value: Option | undefined;
  /** What is chosen while nothing is filtered; left out where one option always is. */
  all?: string;
  onChange: (option: Option | undefined) => void;
}

/** Narrows or orders a list by one of some options. */
export function FilterSelect<Option extends string>({
  all,
  label,
  onChange,
  options,
  value,
  word,
}: FilterSelectProps<Option>) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((option) => option === event.target.value))}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {word(option)}
        </option>
      ))}
    </select>
  );
}
