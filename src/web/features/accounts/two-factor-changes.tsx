import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { useKeepUser } from './use-keep-user.ts';

export function DisableTwoFactor({ onDone }: { onDone: () => void }) {
  const api = useApi();
  const user = useUser();
  const keepUser = useKeepUser();
  const disable = async (password: string) => {
    await api.accounts.stopTwoFactor({ password });
    if (user) keepUser({ ...user, twoFactorEnabled: false });
    toast({ title: m.profile_two_factor_disabled() });
    onDone();
  };
  return (
    <PasswordPrompt
      danger
      text={m.profile_two_factor_disable_text()}
      submit={m.profile_two_factor_disable()}
      onCancel={onDone}
      onPassword={disable}
    />
  );
}

/** New backup codes; the old ones end with them. */
export function RenewBackupCodes({ onDone }: { onDone: () => void }) {
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <BackupCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordPrompt
      text={m.profile_backup_renew_text()}
      submit={m.profile_backup_renew()}
      onCancel={onDone}
      onPassword={async (password) =>
        setCodes((await api.accounts.renewBackupCodes({ password })).backupCodes)
      }
    />
  );
}
