import { Controller, type UseFormReturn } from 'react-hook-form';
import { TIERS } from '#domain/tiers';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { useSent } from '#web/lib/saving/use-sent.ts';
import { tierWord } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './plan-list.module.css';
import { PlanPreview } from './plan-preview.tsx';
import type { PlanValues } from './plan-values.ts';

interface PlanFormProps {
  form: UseFormReturn<PlanValues>;
  /** Saves, and resets the form to what was saved; may reject with an ApiError, whose fields are shown under the fields. */
  onSave: (values: PlanValues) => Promise<void>;
  /** Waits for the answer to a save, which somebody else's may get in the way of; left out: nothing can. */
  settled?: () => Promise<void>;
}

/** Plan Name, Subscription Tier, Price (USD), Description, Features (spec section 2), and the card that comes of it. */
export function PlanForm({ form, onSave, settled }: PlanFormProps) {
  const { errors, isDirty, isSubmitting } = form.formState;
  const { isSent, sending } = useSent(() => form.getValues());
  const save = form.handleSubmit((next) =>
    sending(form.getValues(), () => onSave(next)).catch((error: unknown) => {
      showFieldErrors(error, form.setError);
    }),
  );
  const price = form.register('price');
  return (
    <div className={classes.form}>
      <Form onSubmit={save}>
        <TextField
          label={m.plans_admin_name()}
          maxLength={80}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <div className={classes.pair}>
          <SelectField label={m.plans_admin_tier()} {...form.register('tier')}>
            {TIERS.map((tier) => (
              <option key={tier} value={tier}>
                {tierWord(tier)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={m.plans_admin_price()}
            type="number"
            inputMode="decimal"
            min="0"
            step="0.01"
            error={errors.price?.message}
            {...price}
            onBlur={(event) => {
              // What is not a number becomes 0 (spec section 5).
              if (event.target.value.trim() === '') form.setValue('price', '0', { shouldDirty: true });
              return price.onBlur(event);
            }}
          />
        </div>
        <TextAreaField
          label={m.plans_admin_description()}
          rows={3}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Controller
          control={form.control}
          name="features"
          render={({ field }) => (
            <TagInput
              label={m.plans_admin_features()}
              help={m.plans_admin_features_help()}
              error={errors.features?.message ?? errors.features?.find?.((one) => one)?.message}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <div className={classes.end}>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? m.auth_saving() : m.plans_admin_save()}
          </Button>
          <LinkButton to="/admin/subscriptions" variant="secondary">
            {m.ui_cancel()}
          </LinkButton>
          {isDirty && !isSubmitting && <span className={classes.unsaved}>{m.admin_unsaved()}</span>}
        </div>
      </Form>
      <PlanPreview values={form.watch()} />
      <LeaveGuard dirty={() => form.formState.isDirty} isSent={isSent} settled={settled} />
    </div>
  );
}
