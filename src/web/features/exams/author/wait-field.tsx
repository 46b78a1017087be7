import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { NumberField } from './number-field.tsx';

const DAY = 1440;

interface WaitFieldProps {
  /** Minutes; null: they grow. */
  value: number | null;
  error: string | undefined;
  onChange: (wait: number | null) => void;
}

/** How long a learner waits before the next attempt: longer each time, always the same, or not at all. */
export function WaitField({ error, onChange, value }: WaitFieldProps) {
  const kinds = {
    growing: { words: m.author_wait_growing(), wait: null },
    fixed: { words: m.author_wait_fixed(), wait: DAY },
    none: { words: m.author_wait_none(), wait: 0 },
  };
  // A zero that is being typed is not yet a choice of no wait.
  const [isFixed, setFixed] = useState(value !== null && value !== 0);
  const number = isFixed || value !== 0 ? 'fixed' : 'none';
  const kind = value === null ? 'growing' : number;
  return (
    <>
      <SelectField
        label={m.author_wait()}
        help={m.author_wait_help()}
        value={kind}
        onChange={({ target }) => {
          const chosen = Object.entries(kinds).find(([name]) => name === target.value);
          setFixed(target.value === 'fixed');
          if (chosen) onChange(chosen[1].wait);
        }}
      >
        {Object.entries(kinds).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {kind === 'fixed' && (
        <NumberField label={m.author_wait_minutes()} value={value} error={error} onChange={onChange} />
      )}
    </>
  );
}
