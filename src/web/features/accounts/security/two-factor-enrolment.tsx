import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import classes from '../profile/profile.module.css';
import { PasswordPrompt } from '../proof/password-prompt.tsx';
import { CodeField } from '../sign-in/code-field.tsx';
import { useKeepUser } from '../use-keep-user.ts';
import { BackupCodes, type WithBackupCodes } from './backup-codes.tsx';
import type { Hold } from './use-shown-once.ts';

interface Enrolment {
  readonly secret: string;
  readonly qrCodeSvg: string;
  readonly backupCodes: readonly string[];
}

/** Password, then the code to scan and a first code back, then the backup codes. */
export function EnableTwoFactor({ hold, isWarned, onCodes, onDone, onLeave }: WithBackupCodes) {
  const api = useApi();
  const user = useUser();
  const keepUser = useKeepUser();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!enrolment) {
    return (
      <PasswordPrompt
        text={m.profile_two_factor_password()}
        submit={m.profile_continue()}
        onCancel={onLeave}
        onPassword={async (password) => setEnrolment(await api.accounts.startTwoFactor({ password }))}
      />
    );
  }
  if (codes) return <BackupCodes codes={codes} isWarned={isWarned} onDone={onDone} />;
  return (
    <ScanAndConfirm
      enrolment={enrolment}
      hold={hold}
      onCancel={onLeave}
      onConfirmed={(backupCodes) => {
        toast({ title: m.profile_two_factor_enabled() });
        setCodes(backupCodes);
        onCodes();
        if (user) keepUser({ ...user, twoFactorEnabled: true });
      }}
    />
  );
}

function ScanAndConfirm({
  enrolment,
  hold,
  onCancel,
  onConfirmed,
}: {
  enrolment: Enrolment;
  hold: Hold;
  onCancel: () => void;
  onConfirmed: (backupCodes: readonly string[]) => void;
}) {
  const api = useApi();
  const form = useForm({ defaultValues: { code: '' } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await hold(async () => {
        // A process of the release before answers without them.
        const { backupCodes = enrolment.backupCodes } = await api.accounts.confirmTwoFactor({
          code: code.trim(),
        });
        onConfirmed(backupCodes);
      });
    } catch (error) {
      form.setError('code', { message: errorCopy(error).description }, { shouldFocus: true });
    }
  });
  return (
    <Form onSubmit={submit}>
      <p>{m.profile_two_factor_scan()}</p>
      <img
        className={classes.qr}
        src={`data:image/svg+xml,${encodeURIComponent(enrolment.qrCodeSvg)}`}
        alt={m.profile_two_factor_qr()}
        width={208}
        height={208}
      />
      <p className={classes.hint}>
        {m.profile_two_factor_secret()} <code className={classes.secret}>{enrolment.secret}</code>
      </p>
      <CodeField form={form} numeric />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : m.profile_two_factor_confirm()}
        </Button>
      </DialogActions>
    </Form>
  );
}
