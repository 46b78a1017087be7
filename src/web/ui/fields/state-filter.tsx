import type { ReactNode } from 'react';
import { SearchBox } from './search-box.tsx';
import classes from './state-filter.module.css';

interface StateFilterProps<State extends string> {
  /** What is looked for, as the label of the field. */
  readonly search: string;
  readonly q: string | undefined;
  /** What the states are about, for who does not see them. */
  readonly legend: string;
  readonly states: readonly { readonly label: () => string; readonly state: State | undefined }[];
  readonly state: State | undefined;
  /** Stands behind the word of a state, such as how many there are. */
  readonly mark?: (state: State | undefined) => ReactNode;
  readonly onChange: (changes: { q?: string; state?: State | undefined }) => void;
}

/** Narrows a list by words and by one state, all states in sight. */
export function StateFilter<State extends string>(props: StateFilterProps<State>) {
  const { legend, mark, onChange, q, search, state, states } = props;
  return (
    <search className={classes.filters}>
      <SearchBox size="sm" label={search} value={q} onChange={(q) => onChange({ q })} />
      <fieldset className={classes.states}>
        <legend className="sr-only">{legend}</legend>
        {states.map((each) => (
          <button
            key={each.label()}
            type="button"
            aria-pressed={state === each.state}
            onClick={() => onChange({ state: each.state })}
          >
            {each.label()}
            {mark?.(each.state)}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
