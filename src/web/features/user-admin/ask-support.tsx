import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { supportForm } from '#contract/administration/support';
import type { UserRow } from '#contract/administration/users';
import { SUPPORT_MODES, type SupportMode } from '#domain/access/people/support-modes';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './user-page.module.css';

const MODES: Readonly<Record<SupportMode, { label: () => string; text: () => string }>> = {
  look: { label: m.support_mode_look, text: m.support_mode_look_text },
  change: { label: m.support_mode_change, text: m.support_mode_change_text },
};

interface AskSupportProps {
  user: UserRow;
  open: boolean;
  onClose: () => void;
}

/** Asks why, and for what, before an administrator sees what a user sees. */
export function AskSupport({ onClose, open, user }: AskSupportProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.support_title({ name: user.name })}>
      <ReasonForm id={user.id} onClose={onClose} />
    </Dialog>
  );
}

function ReasonForm({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useApi();
  const form = useForm({
    resolver: standardSchemaResolver(supportForm),
    defaultValues: { mode: 'look', reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ mode, reason }) => {
    try {
      await api.support.start({ id, mode, reason });
      // Another person sits here now: nothing of this page may stay.
      window.location.assign('/dashboard');
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <p>{m.support_text()}</p>
      <fieldset className={classes.modes}>
        <legend>{m.support_mode()}</legend>
        {SUPPORT_MODES.map((mode) => (
          <label key={mode}>
            <input type="radio" value={mode} {...form.register('mode')} />
            <span>
              {MODES[mode].label()}
              <small>{MODES[mode].text()}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={m.support_reason()}
        help={m.support_reason_help()}
        rows={2}
        maxLength={500}
        autoFocus
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {m.support_start()}
        </Button>
      </DialogActions>
    </Form>
  );
}
