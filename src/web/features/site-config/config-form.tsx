import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { adoptSaved } from '#web/lib/adopt-saved.ts';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import classes from './config.module.css';
import { ConfigConflict } from './config-conflict.tsx';

export interface Saved<Values> {
  readonly version: number;
  readonly value: Values;
}

interface ConfigFormProps<Values extends FieldValues> {
  title: string;
  lead: string;
  /** What is saved at the moment. */
  saved: Saved<Values>;
  resolver: Resolver<Values>;
  /** Says what was saved, in the words of this page. */
  savedText: string;
  onSave: (values: Values, version: number) => Promise<Saved<Values>>;
  /** Each value as a person reads it, for the comparison with what somebody else saved. */
  toRows: (values: Values) => readonly (readonly [label: string, value: string])[];
  /** Told once when a save went through. */
  onSaved?: (values: Values) => void;
  /** Deals with a failure that only this page knows; answers whether it did. */
  onFailure?: (error: unknown, again: () => Promise<void>) => boolean;
  children: ReactNode;
}

/** What all pages of the site configuration have: one Save button, conflicts, the warning before leaving. */
export function ConfigForm<Values extends FieldValues>(props: ConfigFormProps<Values>) {
  const { children, lead, onFailure, onSave, onSaved, resolver, savedText, title, toRows } = props;
  const [base, setBase] = useState(props.saved);
  const [conflict, setConflict] = useState<{ mine: Values; theirs: Saved<Values> } | null>(null);
  const form = useForm<Values>({ resolver, defaultValues: base.value as DefaultValues<Values> });
  const { isDirty, isSubmitting } = form.formState;
  const save = async (values: Values, version: number): Promise<void> => {
    try {
      const saved = await onSave(values, version);
      setBase(saved);
      setConflict(null);
      adoptSaved(form, values, saved.value);
      toast({ title: m.config_saved(), description: savedText });
      onSaved?.(saved.value);
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError)
        setConflict({ mine: values, theirs: (error.data as { current: Saved<Values> }).current });
      else if (!onFailure?.(error, () => save(values, version)) && !showFieldErrors(error, form.setError))
        toastFailure(error, { title: m.config_save_failed() });
    }
  };
  return (
    <FormProvider {...form}>
      <PageHeader title={title} lead={lead} />
      <div className={classes.form}>
        <Form onSubmit={form.handleSubmit((values) => save(values as Values, base.version))}>
          {children}
          <div className={classes.end}>
            <Button type="submit" size="lg" busy={isSubmitting}>
              {isSubmitting ? m.auth_saving() : m.config_save()}
            </Button>
            {isDirty && !isSubmitting && <span className={classes.note}>{m.config_unsaved()}</span>}
          </div>
        </Form>
      </div>
      {conflict && (
        <ConfigConflict
          mine={toRows(conflict.mine)}
          theirs={toRows(conflict.theirs.value)}
          onKeepMine={() => save(conflict.mine, conflict.theirs.version)}
          onTakeTheirs={() => {
            setBase(conflict.theirs);
            form.reset(conflict.theirs.value);
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      <LeaveGuard dirty={() => isDirty} saving={isSubmitting} />
    </FormProvider>
  );
}
