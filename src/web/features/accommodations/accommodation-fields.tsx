import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import {
  type AccommodationForm,
  type Accommodations,
  accommodationForm,
  type Granted,
} from '#contract/exams/accommodations';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import classes from './accommodations.module.css';

interface Place {
  readonly sectionId: string | null;
  readonly title: string;
}
interface DoneProps {
  userId: string;
  onSaved: (saved: Accommodations) => void;
  onCancel: () => void;
}

const resolver = standardSchemaResolver(accommodationForm) as Resolver<AccommodationForm>;
const NUMBER = { setValueAs: (typed: string | number) => (typed === '' ? 0 : Number(typed)) };
const asTime = (time: string | null) => (time === null ? '' : formatTime(time));
const FIELDS: Fields<Omit<AccommodationForm, 'sectionId'>> = {
  extraPercent: [m.accommodations_percent],
  extraMinutes: [m.accommodations_minutes],
  extraAttempts: [m.accommodations_attempts],
  opensAt: [m.accommodations_opens, asTime],
  closesAt: [m.accommodations_closes, asTime],
  reason: [m.accommodations_reason],
};

/** Grants something at one exam, or at all of them, where nothing is granted yet. */
export function NewAccommodation({
  onCancel,
  onSaved,
  places,
  userId,
}: DoneProps & { places: readonly Place[] }) {
  const api = useApi();
  const form = useForm<AccommodationForm>({
    resolver,
    defaultValues: { ...NOTHING, sectionId: places[0]?.sectionId ?? null },
  });
  const save = async (values: AccommodationForm) => {
    try {
      onSaved(await api.accommodations.save({ userId, ...values }));
      toast({ title: m.accommodations_saved() });
    } catch (failure) {
      sayRefused(failure, form);
    }
  };
  return (
    <AccommodationFields
      form={form}
      onCancel={onCancel}
      places={places}
      first="sectionId"
      confirm={m.accommodations_grant()}
      onSave={save}
    />
  );
}

/** Changes what is granted somewhere. A grant counts no versions: a save says what it began with. */
export function EditAccommodation({
  granted,
  onCancel,
  onSaved,
  place,
  userId,
}: DoneProps & { granted: Granted; place: Place }) {
  const api = useApi();
  const editing = useVersionedForm<Granted & { version: number; all?: Accommodations }, AccommodationForm>({
    first: { ...granted, version: 0 },
    resolver,
    valuesOf: formOf,
    send: async (values, version, base) => {
      const all = await api.accommodations.save({ userId, ...values, base });
      const now = all.items.find(({ sectionId }) => sectionId === granted.sectionId);
      return { ...(now ?? granted), version, all };
    },
    onSaved: ({ all }, isMerged) => {
      toast({ title: m.accommodations_saved() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      if (all) onSaved(all);
    },
    onFailed: (failure) => sayRefused(failure, editing.form),
  });
  return (
    <>
      <AccommodationFields
        onCancel={onCancel}
        form={editing.form}
        places={[place]}
        first="extraPercent"
        confirm={m.accommodations_save()}
        // The failure was shown already.
        onSave={(values) => editing.save(values).catch(() => undefined)}
      />
      <ConflictDialog
        title={m.accommodations_conflict()}
        saving={editing}
        compare={(mine, theirs) => differenceOf(FIELDS, mine, theirs)}
      />
    </>
  );
}

interface AccommodationFieldsProps {
  form: UseFormReturn<AccommodationForm>;
  /** Where it can be granted; null is every exam. */
  places: readonly Place[];
  /** The field in which one begins. */
  first: 'sectionId' | 'extraPercent';
  confirm: string;
  onSave: (values: AccommodationForm) => Promise<void>;
  onCancel: () => void;
}

function AccommodationFields(props: AccommodationFieldsProps) {
  const { confirm, first, form, onCancel, onSave, places } = props;
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus(first), [first, setFocus]);
  const moment = (name: 'opensAt' | 'closesAt') => ({
    type: 'datetime-local',
    help: m.accommodations_dates_help(),
    error: errors[name]?.message,
    defaultValue: toLocal(form.getValues(name)),
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.setValue(name, fromLocal(target.value), { shouldValidate: form.formState.isSubmitted }),
  });
  return (
    // Escape in any of the fields is Cancel.
    <form
      className={classes.form}
      noValidate
      onSubmit={form.handleSubmit(onSave)}
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
          {confirm}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </div>
    </form>
  );
}

const NOTHING: AccommodationForm = {
  sectionId: null,
  extraPercent: 0,
  extraMinutes: 0,
  extraAttempts: 0,
  opensAt: null,
  closesAt: null,
  reason: '',
};

/** Says why nothing was granted. */
function sayRefused(failure: unknown, form: UseFormReturn<AccommodationForm>): void {
  if (!showFieldErrors(failure, form.setError)) toastFailure(failure, { title: m.accommodations_failed() });
}

function formOf(granted: Granted): AccommodationForm {
  const { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId } = granted;
  return { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId };
}
