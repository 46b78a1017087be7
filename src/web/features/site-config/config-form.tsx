import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type Resolver } from 'react-hook-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import classes from './config.module.css';

interface Saved<Values> {
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
  /** What each field is called and its value in words, for the comparison with what somebody else saved. */
  fields: Fields<Values>;
  /** Told once when a save went through. */
  onSaved?: (values: Values) => void;
  /** Deals with a failure that only this page knows; answers whether it did. */
  onFailure?: (error: unknown, again: () => Promise<void>) => boolean;
  children: ReactNode;
}

/** What all pages of the site configuration have: one Save button, conflicts, the warning before leaving. */
export function ConfigForm<Values extends FieldValues>(props: ConfigFormProps<Values>) {
  const { children, fields, lead, onFailure, onSave, onSaved, resolver, savedText, title } = props;
  const editing = useVersionedForm<Saved<Values>, Values>({
    first: props.saved,
    resolver,
    valuesOf: ({ value }) => value,
    send: onSave,
    onSaved: ({ value }, isMerged) => {
      toast({ title: m.config_saved(), description: savedText });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      onSaved?.(value);
    },
    onFailed: (error, again) => {
      if (!onFailure?.(error, again) && !showFieldErrors(error, editing.form.setError))
        toastFailure(error, { title: m.config_save_failed() });
    },
  });
  const { form, isSent, settled } = editing;
  const { isDirty, isSubmitting } = form.formState;
  // The failure was shown already.
  const save = form.handleSubmit((values) => editing.save(values as Values).catch(() => undefined));
  return (
    <FormProvider {...form}>
      <PageHeader title={title} lead={lead} />
      <div className={classes.form}>
        <Form onSubmit={save}>
          {children}
          <div className={classes.end}>
            <Button type="submit" size="lg" busy={isSubmitting}>
              {isSubmitting ? m.auth_saving() : m.config_save()}
            </Button>
            {isDirty && !isSubmitting && <span className={classes.note}>{m.config_unsaved()}</span>}
          </div>
        </Form>
      </div>
      <ConflictDialog
        title={m.config_conflict()}
        saving={editing}
        compare={(mine, theirs) => differenceOf(fields, mine, theirs)}
      />
      <LeaveGuard dirty={() => isDirty} isSent={isSent} settled={settled} />
    </FormProvider>
  );
}
