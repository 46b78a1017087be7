import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { FactorPrompt } from '../sign-in/factor-prompt.tsx';
import { useKeepUser } from '../use-keep-user.ts';
import { BackupCodes, type WithBackupCodes } from './backup-codes.tsx';

export function DisableTwoFactor({
  hold,
  onDone,
  onLeave,
}: Pick<WithBackupCodes, 'hold' | 'onDone' | 'onLeave'>) {
  const api = useApi();
  const user = useUser();
  const keepUser = useKeepUser();
  const disable = async (proof: Parameters<typeof api.accounts.stopTwoFactor>[0]) => {
    await api.accounts.stopTwoFactor(proof);
    if (user) keepUser({ ...user, twoFactorEnabled: false });
    toast({ title: m.profile_two_factor_disabled() });
    onDone();
  };
  return (
    <FactorPrompt
      danger
      text={m.profile_two_factor_disable_text()}
      submit={m.profile_two_factor_disable()}
      onCancel={onLeave}
      onProof={(proof) => hold(() => disable(proof))}
    />
  );
}

/** New backup codes; the old ones end with them. */
export function RenewBackupCodes({ hold, isWarned, onCodes, onDone, onLeave }: WithBackupCodes) {
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <BackupCodes codes={codes} isWarned={isWarned} onDone={onDone} />;
  return (
    <FactorPrompt
      text={m.profile_backup_renew_text()}
      submit={m.profile_backup_renew()}
      onCancel={onLeave}
      onProof={(proof) =>
        hold(async () => {
          setCodes((await api.accounts.renewBackupCodes(proof)).backupCodes);
          onCodes();
        })
      }
    />
  );
}
