import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import {
  type AccommodationForm,
  type Accommodations,
  accommodationForm,
  type Granted,
} from '#contract/accommodations';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/text-field.tsx';
import classes from './accommodations.module.css';

interface AccommodationFieldsProps {
  userId: string;
  /** Where it can be granted; null is every exam. */
  places: readonly { sectionId: string | null; title: string }[];
  /** What is granted there already, to change it; null for something new. */
  granted: Granted | null;
  onSaved: (saved: Accommodations) => void;
  onCancel: () => void;
}

const NUMBER = { setValueAs: (typed: string | number) => (typed === '' ? 0 : Number(typed)) };

/** Grants something at one exam or at all of them, or changes what is granted there. It begins in its first field. */
export function AccommodationFields(props: AccommodationFieldsProps) {
  const { granted, onCancel, onSaved, places, userId } = props;
  const api = useApi();
  const form = useForm({
    resolver: standardSchemaResolver(accommodationForm),
    defaultValues: granted ? formOf(granted) : { ...NOTHING, sectionId: places[0]?.sectionId ?? null },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus(granted ? 'extraPercent' : 'sectionId'), [granted, setFocus]);
  const save = async (values: AccommodationForm) => {
    try {
      onSaved(await api.accommodations.save({ userId, ...values }));
      toast({ title: m.accommodations_saved() });
    } catch (failure) {
      if (!showFieldErrors(failure, form.setError))
        toastFailure(failure, { title: m.accommodations_failed() });
    }
  };
  const moment = (name: 'opensAt' | 'closesAt') => ({
    type: 'datetime-local',
    help: m.accommodations_dates_help(),
    error: errors[name]?.message,
    defaultValue: toLocal(granted?.[name] ?? null),
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.setValue(name, fromLocal(target.value), { shouldValidate: form.formState.isSubmitted }),
  });
  return (
    // Escape in any of the fields is Cancel.
    <form
      className={classes.form}
      noValidate
      onSubmit={form.handleSubmit(save)}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <SelectField
        label={m.accommodations_exam()}
        {...form.register('sectionId', { setValueAs: (value: string | null) => value || null })}
      >
        {places.map(({ sectionId, title }) => (
          <option key={sectionId} value={sectionId ?? ''}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className={classes.row}>
        <TextField
          label={m.accommodations_percent()}
          type="number"
          min={0}
          error={errors.extraPercent?.message}
          {...form.register('extraPercent', NUMBER)}
        />
        <TextField
          label={m.accommodations_minutes()}
          type="number"
          min={0}
          error={errors.extraMinutes?.message}
          {...form.register('extraMinutes', NUMBER)}
        />
        <TextField
          label={m.accommodations_attempts()}
          type="number"
          min={0}
          error={errors.extraAttempts?.message}
          {...form.register('extraAttempts', NUMBER)}
        />
      </div>
      <div className={classes.row}>
        <TextField label={m.accommodations_opens()} {...moment('opensAt')} />
        <TextField label={m.accommodations_closes()} {...moment('closesAt')} />
      </div>
      <TextAreaField
        label={m.accommodations_reason()}
        help={m.accommodations_reason_help()}
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className={classes.buttons}>
        <Button type="submit" busy={isSubmitting}>
          {granted ? m.accommodations_save() : m.accommodations_grant()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </div>
    </form>
  );
}

const NOTHING: AccommodationForm = {
  ...{ sectionId: null, extraPercent: 0, extraMinutes: 0, extraAttempts: 0 },
  ...{ opensAt: null, closesAt: null, reason: '' },
};

function formOf(granted: Granted): AccommodationForm {
  const { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId } = granted;
  return { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId };
}
