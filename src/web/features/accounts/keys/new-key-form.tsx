import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { keyForm, LONGEST_KEY_DAYS } from '#contract/accounts/keys';
import { failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import type { Hold } from '../security/use-shown-once.ts';
import { ScopeChoice } from './scope-choice.tsx';

const DAYS = [7, 30, 90, 180, LONGEST_KEY_DAYS];
/** A select gives text. */
const form = keyForm.extend({ days: z.coerce.number<string>().pipe(keyForm.shape.days) });

interface NewKeyFormProps {
  hold: Hold;
  isAdmin: boolean;
  onCancel: () => void;
  onMade: (key: string) => void;
}

/** Name, what it may do, how long it lives. */
export function NewKeyForm({ hold, isAdmin, onCancel, onMade }: NewKeyFormProps) {
  const api = useApi();
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: standardSchemaResolver(form),
    defaultValues: { name: '', scopes: [], days: '90' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await hold(async () => onMade((await api.keys.create(values)).key));
    } catch (error) {
      // Who was asked for the password and did not give it changed their mind.
      if (showFieldErrors(error, setError) || failureCode(error) === 'PROOF_REQUIRED') return;
      toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={m.keys_name()}
        help={m.keys_name_help()}
        autoComplete="off"
        maxLength={100}
        error={errors.name?.message}
        readOnly={isSubmitting}
        {...register('name')}
      />
      {/* What is chosen while the key is made would not be of it. */}
      <div inert={isSubmitting}>
        <ScopeChoice isAdmin={isAdmin} error={errors.scopes?.message} field={register('scopes')} />
      </div>
      <SelectField
        label={m.keys_days()}
        error={errors.days?.message}
        readOnly={isSubmitting}
        {...register('days')}
      >
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === LONGEST_KEY_DAYS ? m.keys_days_year() : m.keys_days_count({ days })}
          </option>
        ))}
      </SelectField>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : m.keys_submit()}
        </Button>
      </DialogActions>
    </Form>
  );
}
