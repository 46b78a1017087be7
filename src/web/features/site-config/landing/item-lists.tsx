import { useFieldArray, useFormContext } from 'react-hook-form';
import { type LandingSettings, MAX_NUMBERS, MAX_QUOTES, MAX_REASONS } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { useRemoveRow } from '#web/ui/use-remove-row.ts';
import classes from './landing.module.css';

interface ItemsProps {
  index: number;
}

export function NumberItems({ index }: ItemsProps) {
  const { control, getFieldState, getValues, formState, register } = useFormContext<LandingSettings>();
  const { append, fields, insert, remove } = useFieldArray({ control, name: `blocks.${index}.numbers` });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const removeAt = (at: number) => {
    const item = getValues(`blocks.${index}.numbers.${at}`);
    removeRow(at, item, { title: m.config_landing_number_removed(), description: item.label });
  };
  const faultOf = (at: number, name: 'value' | 'label') =>
    getFieldState(`blocks.${index}.numbers.${at}.${name}`, formState).error?.message;
  return (
    <>
      <Fault name={`blocks.${index}.numbers`} />
      {fields.map(({ id }, at) => (
        <div key={id} className={classes.row} data-row={id}>
          <TextField
            label={m.config_landing_number({ place: at + 1 })}
            error={faultOf(at, 'value')}
            {...register(`blocks.${index}.numbers.${at}.value`)}
          />
          <TextField
            label={m.config_landing_number_label({ place: at + 1 })}
            error={faultOf(at, 'label')}
            {...register(`blocks.${index}.numbers.${at}.label`)}
          />
          <Remove label={m.config_landing_number_remove({ place: at + 1 })} onClick={() => removeAt(at)} />
        </div>
      ))}
      {fields.length < MAX_NUMBERS && (
        <Add
          id={addId}
          label={m.config_landing_number_add()}
          onClick={() => append({ value: '', label: '' })}
        />
      )}
    </>
  );
}

export function QuoteItems({ index }: ItemsProps) {
  const { control, getFieldState, getValues, formState, register } = useFormContext<LandingSettings>();
  const { append, fields, insert, remove } = useFieldArray({ control, name: `blocks.${index}.quotes` });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const removeAt = (at: number) => {
    const item = getValues(`blocks.${index}.quotes.${at}`);
    removeRow(at, item, { title: m.config_landing_quote_removed(), description: item.text });
  };
  const faultOf = (at: number, name: 'text' | 'author') =>
    getFieldState(`blocks.${index}.quotes.${at}.${name}`, formState).error?.message;
  return (
    <>
      <Fault name={`blocks.${index}.quotes`} />
      {fields.map(({ id }, at) => (
        <div key={id} className={classes.row} data-row={id}>
          <TextAreaField
            label={m.config_landing_quote({ place: at + 1 })}
            rows={2}
            error={faultOf(at, 'text')}
            {...register(`blocks.${index}.quotes.${at}.text`)}
          />
          <TextField
            label={m.config_landing_quote_author({ place: at + 1 })}
            error={faultOf(at, 'author')}
            {...register(`blocks.${index}.quotes.${at}.author`)}
          />
          <Remove label={m.config_landing_quote_remove({ place: at + 1 })} onClick={() => removeAt(at)} />
        </div>
      ))}
      {fields.length < MAX_QUOTES && (
        <Add
          id={addId}
          label={m.config_landing_quote_add()}
          onClick={() => append({ text: '', author: '' })}
        />
      )}
    </>
  );
}

export function ReasonItems({ index }: ItemsProps) {
  const { control, getFieldState, getValues, formState, register } = useFormContext<LandingSettings>();
  const { append, fields, insert, remove } = useFieldArray({ control, name: `blocks.${index}.reasons` });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const removeAt = (at: number) => {
    const item = getValues(`blocks.${index}.reasons.${at}`);
    removeRow(at, item, { title: m.config_landing_reason_removed(), description: item.title });
  };
  const faultOf = (at: number, name: 'title' | 'text') =>
    getFieldState(`blocks.${index}.reasons.${at}.${name}`, formState).error?.message;
  return (
    <>
      <p className={classes.note}>{m.config_landing_reasons_help()}</p>
      <Fault name={`blocks.${index}.reasons`} />
      {fields.map(({ id }, at) => (
        <div key={id} className={classes.row} data-row={id}>
          <TextField
            label={m.config_landing_reason({ place: at + 1 })}
            error={faultOf(at, 'title')}
            {...register(`blocks.${index}.reasons.${at}.title`)}
          />
          <TextAreaField
            label={m.config_landing_reason_text({ place: at + 1 })}
            rows={2}
            error={faultOf(at, 'text')}
            {...register(`blocks.${index}.reasons.${at}.text`)}
          />
          <Remove label={m.config_landing_reason_remove({ place: at + 1 })} onClick={() => removeAt(at)} />
        </div>
      ))}
      {fields.length < MAX_REASONS && (
        <Add
          id={addId}
          label={m.config_landing_reason_add()}
          onClick={() => append({ title: '', text: '' })}
        />
      )}
    </>
  );
}

/** What is wrong with a list as a whole. */
function Fault({ name }: { name: `blocks.${number}.${'numbers' | 'quotes' | 'reasons'}` }) {
  const { getFieldState, formState } = useFormContext<LandingSettings>();
  const { error } = getFieldState(name, formState);
  const message = error?.root?.message ?? error?.message;
  return (
    message && (
      <p role="alert" className={classes.fault}>
        {message}
      </p>
    )
  );
}

interface ActionProps {
  label: string;
  onClick: () => void;
}

function Remove({ label, onClick }: ActionProps) {
  return (
    <Button variant="danger" size="sm" onClick={onClick} aria-label={label}>
      {m.config_menus_remove()}
    </Button>
  );
}

function Add({ id, label, onClick }: ActionProps & { id: string }) {
  return (
    <div>
      <Button id={id} variant="secondary" size="sm" onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
