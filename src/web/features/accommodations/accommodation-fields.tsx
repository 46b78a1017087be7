import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import {
  type AccommodationForm,
  type Accommodations,
  accommodationForm,
  type Granted,
} from '#contract/exams/accommodations';
import { failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import type { Guarded } from '#web/lib/saving/asks-before-leaving.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isEscape } from '#web/ui/fields/is-escape.ts';
import { MomentField } from '#web/ui/fields/moment-field.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import classes from './accommodations.module.css';
import { accommodationsQuery } from './queries.ts';

interface Place {
  readonly sectionId: string | null;
  readonly title: string;
}
interface DoneProps {
  userId: string;
  onSaved: (saved: Accommodations) => void;
  onCancel: () => void;
  /** Told whether something was typed that is not saved; false when the form goes. */
  onTyped: (isTyped: boolean) => void;
}

const resolver = standardSchemaResolver(accommodationForm) as Resolver<AccommodationForm>;
const NUMBER = { setValueAs: (typed: string | number) => (String(typed).trim() === '' ? 0 : Number(typed)) };
const asTime = (time: string | null) => (time ? formatTime(time) : '');
const FIELDS: Fields<Omit<AccommodationForm, 'sectionId'>> = {
  extraPercent: [m.accommodations_percent],
  extraMinutes: [m.accommodations_minutes],
  extraAttempts: [m.accommodations_attempts],
  opensAt: [m.accommodations_opens, asTime],
  closesAt: [m.accommodations_closes, asTime],
  reason: [m.accommodations_reason],
};

/** Grants something at one exam, or at all of them, where nothing is granted yet. */
export function NewAccommodation({ places: offered, ...done }: DoneProps & { places: readonly Place[] }) {
  // Somebody else may grant at the place that was chosen, which has to stay chosen.
  const [places] = useState(offered);
  const editing = useAccommodation({ ...NOTHING, sectionId: places[0]?.sectionId ?? null }, done);
  return (
    <EditedAccommodation
      editing={editing}
      onCancel={done.onCancel}
      onTyped={done.onTyped}
      places={places}
      first="sectionId"
      confirm={m.accommodations_grant()}
      conflict={m.accommodations_conflict_new()}
    />
  );
}

/** Changes what is granted somewhere. */
export function EditAccommodation({
  granted,
  place,
  ...done
}: DoneProps & { granted: Granted; place: Place }) {
  const editing = useAccommodation(formOf(granted), done);
  return (
    <EditedAccommodation
      editing={editing}
      onCancel={done.onCancel}
      onTyped={done.onTyped}
      places={[place]}
      first="extraPercent"
      confirm={m.accommodations_save()}
      conflict={m.accommodations_conflict()}
    />
  );
}

type Saved = AccommodationForm & { readonly version: number; readonly all?: Accommodations };

/** The form of one grant. A grant counts no versions: a save says what it began with. */
function useAccommodation(
  first: AccommodationForm,
  { onSaved, userId }: Pick<DoneProps, 'onSaved' | 'userId'>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [isRemoved, setRemoved] = useState(false);
  const editing = useVersionedForm<Saved, AccommodationForm>({
    first: { ...first, version: 0 },
    resolver,
    valuesOf: formOf,
    send: async (values, version, base) => {
      setRemoved(false);
      const all = await api.accommodations.save({ userId, ...values, ...baseOf(base) });
      const saved = all.items.find(({ sectionId }) => sectionId === values.sectionId);
      return { ...(saved ? formOf(saved) : values), version, all };
    },
    onSaved: ({ all }, isMerged) => {
      toast({ title: m.accommodations_saved() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      if (all) onSaved(all);
    },
    onFailed: (failure) => {
      // What is granted now would have been merged: there is nothing.
      if (failureCode(failure) !== 'VERSION_CONFLICT') return sayRefused(failure, editing.form);
      editing.dismiss();
      editing.baseOn({ version: 0, values: NOTHING });
      setRemoved(true);
      void queryClient.invalidateQueries({ queryKey: accommodationsQuery(api, userId).queryKey });
    },
  });
  return { ...editing, isRemoved };
}

interface EditedProps extends Omit<AccommodationFieldsProps, 'form' | 'onSave' | 'isRemoved' | 'sending'> {
  editing: ReturnType<typeof useAccommodation>;
  /** Title of the question that is asked where two changed the same. */
  conflict: string;
}

function EditedAccommodation({ conflict, editing, ...fields }: EditedProps) {
  return (
    <>
      <AccommodationFields
        {...fields}
        form={editing.form}
        sending={editing}
        isRemoved={editing.isRemoved}
        // The failure was shown already.
        onSave={(values) => editing.save(values).catch(() => undefined)}
      />
      <ConflictDialog
        title={conflict}
        saving={editing}
        compare={(mine, theirs) => differenceOf(FIELDS, mine, theirs)}
      />
    </>
  );
}

interface AccommodationFieldsProps extends Pick<DoneProps, 'onCancel' | 'onTyped'> {
  form: UseFormReturn<AccommodationForm>;
  sending: Omit<Guarded, 'dirty'>;
  /** Where it can be granted; null is every exam. */
  places: readonly Place[];
  /** The field in which one begins. */
  first: 'sectionId' | 'extraPercent';
  confirm: string;
  /** Whether what is edited was removed by somebody else. */
  isRemoved: boolean;
  onSave: (values: AccommodationForm) => Promise<void>;
}

function AccommodationFields(props: AccommodationFieldsProps) {
  const { confirm, first, form, isRemoved, onCancel, onSave, onTyped, places, sending } = props;
  const { errors, isDirty, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus(first), [first, setFocus]);
  useEffect(() => {
    onTyped(isDirty);
    return () => onTyped(false);
  }, [isDirty, onTyped]);
  const moment = (name: 'opensAt' | 'closesAt') => ({
    help: m.accommodations_dates_help(),
    error: errors[name]?.message,
    value: form.watch(name),
    readOnly: isSubmitting,
    onChange: (value: string | null) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  });
  return (
    <>
      {/* Escape in any of the fields is Cancel. */}
      <form
        className={classes.form}
        noValidate
        onSubmit={form.handleSubmit(onSave)}
        onKeyDown={(event) => isEscape(event) && onCancel()}
      >
        <SelectField
          label={m.accommodations_exam()}
          readOnly={isSubmitting}
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
            inputMode="numeric"
            autoComplete="off"
            error={errors.extraPercent?.message}
            readOnly={isSubmitting}
            {...form.register('extraPercent', NUMBER)}
          />
          <TextField
            label={m.accommodations_minutes()}
            inputMode="numeric"
            autoComplete="off"
            error={errors.extraMinutes?.message}
            readOnly={isSubmitting}
            {...form.register('extraMinutes', NUMBER)}
          />
          <TextField
            label={m.accommodations_attempts()}
            inputMode="numeric"
            autoComplete="off"
            error={errors.extraAttempts?.message}
            readOnly={isSubmitting}
            {...form.register('extraAttempts', NUMBER)}
          />
        </div>
        <div className={classes.row}>
          <MomentField label={m.accommodations_opens()} {...moment('opensAt')} />
          <MomentField label={m.accommodations_closes()} {...moment('closesAt')} />
        </div>
        <TextAreaField
          label={m.accommodations_reason()}
          help={m.accommodations_reason_help()}
          rows={3}
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...form.register('reason')}
        />
        <div role="alert">{isRemoved && <Notice>{m.accommodations_removed()}</Notice>}</div>
        <div className={classes.buttons}>
          <Button type="submit" busy={isSubmitting}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={() => isDirty} isSent={sending.isSent} settled={sending.settled} />
    </>
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

/** What a save began with; left out where nothing was granted. A grant always has a reason. */
function baseOf(values: AccommodationForm): { base?: AccommodationForm } {
  return values.reason === '' ? {} : { base: values };
}

export function formOf(granted: AccommodationForm): AccommodationForm {
  const { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId } = granted;
  return { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt, reason, sectionId };
}
