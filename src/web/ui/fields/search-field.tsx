import type { ComponentPropsWithRef } from 'react';
import classes from './search-field.module.css';

interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size' | 'type'> {
  /** What the field is called; the placeholder alone is no name. */
  label: string;
  size?: 'sm' | 'md';
}

/** A search box with its glass. Put it into <search><form> so that Enter works without scripts. */
export function SearchField({ label, size = 'md', ...rest }: SearchFieldProps) {
  return (
    <label className={classes.field} data-size={size}>
      <span className="sr-only">{label}</span>
      <svg
        className={classes.icon}
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="5.25" strokeWidth="1.5" />
        <path d="M12 12l4 4" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <input type="search" className={classes.input} autoComplete="off" spellCheck={false} {...rest} />
    </label>
  );
}
