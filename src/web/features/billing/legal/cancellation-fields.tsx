import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import type { Draft, Faults } from './draft.ts';
import classes from './legal.module.css';

/** How and when a contract is to end: the fields that the law names. */
export function CancellationFields({ draft, faults }: { draft: Draft; faults: Faults }) {
  const [isExtraordinary, setExtraordinary] = useState(draft.isExtraordinary);
  const [isDated, setDated] = useState(draft.endsOn !== null);
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      <fieldset className={classes.choice}>
        <legend>{m.legal_kind()}</legend>
        <label>
          <input
            type="radio"
            name="cancels"
            value="ordinary"
            checked={!isExtraordinary}
            onChange={() => setExtraordinary(false)}
          />
          {m.legal_kind_ordinary()}
        </label>
        <label>
          <input
            type="radio"
            name="cancels"
            value="extraordinary"
            checked={isExtraordinary}
            onChange={() => setExtraordinary(true)}
          />
          {m.legal_kind_extraordinary()}
        </label>
      </fieldset>
      {isExtraordinary && (
        <TextAreaField
          label={m.legal_reason()}
          help={m.legal_reason_help()}
          name="reason"
          rows={4}
          maxLength={500}
          defaultValue={draft.reason}
          error={faults.reason}
          required
        />
      )}
      <fieldset className={classes.choice}>
        <legend>{m.legal_ends()}</legend>
        <label>
          <input type="radio" name="ends" value="soon" checked={!isDated} onChange={() => setDated(false)} />
          {m.legal_ends_soon()}
        </label>
        <label>
          <input type="radio" name="ends" value="on" checked={isDated} onChange={() => setDated(true)} />
          {m.legal_ends_on()}
        </label>
      </fieldset>
      {isDated && (
        <TextField
          label={m.legal_ends_date()}
          name="endsOn"
          type="date"
          min={today}
          defaultValue={draft.endsOn ?? ''}
          error={faults.endsOn}
          required
        />
      )}
    </>
  );
}
