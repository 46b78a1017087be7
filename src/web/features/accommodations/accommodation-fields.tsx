import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { type AccommodationForm, type Accommodations, accommodationForm } from '#contract/accommodations';
import { fromLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/text-field.tsx';
import classes from './accommodations.module.css';

interface AccommodationFieldsProps {
  userId: string;
  exams: Accommodations['exams'];
  onSaved: (saved: Accommodations) => void;
  onCancel: () => void;
}

const NOTHING: AccommodationForm = {
  ...{ sectionId: null, extraPercent: 0, extraMinutes: 0, extraAttempts: 0 },
  ...{ opensAt: null, closesAt: null, reason: '' },
};

/** Grants something at one exam or at all of them; the same exam again replaces what was granted there. */
export function AccommodationFields({ exams, onCancel, onSaved, userId }: AccommodationFieldsProps) {
  const api = useApi();
  const form = useForm({
    resolver: standardSchemaResolver(accommodationForm),
    defaultValues: NOTHING,
  });
  const { errors, isSubmitting } = form.formState;
  const save = async (values: AccommodationForm) => {
    try {
      onSaved(await api.accommodations.save({ userId, ...values }));
      toast({ title: m.accommodations_saved() });
    } catch (failure) {
      toastFailure(failure, { title: m.accommodations_failed() });
    }
  };
  const moment = { setValueAs: (local: string | null) => fromLocal(local ?? '') };
  return (
    <form className={classes.form} noValidate onSubmit={form.handleSubmit(save)}>
      <SelectField
        label={m.accommodations_exam()}
        {...form.register('sectionId', { setValueAs: (value: string | null) => value || null })}
      >
        <option value="">{m.accommodations_every()}</option>
        {exams.map(({ course, exam, sectionId }) => (
          <option key={sectionId} value={sectionId}>
            {`${course}: ${exam}`}
          </option>
        ))}
      </SelectField>
      <div className={classes.row}>
        <TextField
          label={m.accommodations_percent()}
          type="number"
          min={0}
          error={errors.extraPercent?.message}
          {...form.register('extraPercent', { valueAsNumber: true })}
        />
        <TextField
          label={m.accommodations_minutes()}
          type="number"
          min={0}
          error={errors.extraMinutes?.message}
          {...form.register('extraMinutes', { valueAsNumber: true })}
        />
        <TextField
          label={m.accommodations_attempts()}
          type="number"
          min={0}
          error={errors.extraAttempts?.message}
          {...form.register('extraAttempts', { valueAsNumber: true })}
        />
      </div>
      <div className={classes.row}>
        <TextField
          label={m.accommodations_opens()}
          help={m.accommodations_dates_help()}
          type="datetime-local"
          error={errors.opensAt?.message}
          {...form.register('opensAt', moment)}
        />
        <TextField
          label={m.accommodations_closes()}
          help={m.accommodations_dates_help()}
          type="datetime-local"
          error={errors.closesAt?.message}
          {...form.register('closesAt', moment)}
        />
      </div>
      <TextAreaField
        label={m.accommodations_reason()}
        help={m.accommodations_reason_help()}
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={isSubmitting}>
          {m.accommodations_grant()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </div>
    </form>
  );
}
