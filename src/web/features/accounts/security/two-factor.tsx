import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import classes from '../profile/profile.module.css';
import { SecurityBlock } from './security-block.tsx';
import { DisableTwoFactor, RenewBackupCodes } from './two-factor-changes.tsx';
import { EnableTwoFactor } from './two-factor-enrolment.tsx';
import { useShownOnce } from './use-shown-once.ts';

type Step = 'enable' | 'disable' | 'renew' | null;

/** 'Enable Two-Factor Authentication', and what can be done once it is on. */
export function TwoFactor({ hasPassword, user }: { user: User; hasPassword: boolean }) {
  const [step, setStep] = useState<Step>(null);
  const { close, hold, isWarned, leave, show } = useShownOnce(() => setStep(null));
  const ending = { hold, isWarned, onCodes: show, onDone: close, onLeave: leave };
  const { twoFactorEnabled } = user;
  const shown = useRef(twoFactorEnabled);
  const first = useRef<HTMLButtonElement>(null);
  // The button that opened the dialog is gone when the factor was turned on or off: the focus would be lost.
  useEffect(() => {
    if (step !== null || shown.current === twoFactorEnabled) return;
    shown.current = twoFactorEnabled;
    first.current?.focus();
  }, [step, twoFactorEnabled]);
  return (
    <SecurityBlock
      title={m.profile_two_factor()}
      text={
        <>
          {user.twoFactorEnabled ? m.profile_two_factor_on() : m.profile_two_factor_off()}{' '}
          {!hasPassword && m.sign_ins_two_factor_password()}
        </>
      }
      action={
        user.twoFactorEnabled ? (
          <div className={classes.row}>
            <Button ref={first} variant="secondary" onClick={() => setStep('renew')}>
              {m.profile_backup_renew()}
            </Button>
            <Button variant="danger" onClick={() => setStep('disable')}>
              {m.profile_two_factor_disable()}
            </Button>
          </div>
        ) : (
          <Button ref={first} variant="secondary" disabled={!hasPassword} onClick={() => setStep('enable')}>
            {m.profile_two_factor_enable()}
          </Button>
        )
      }
    >
      <Dialog open={step === 'enable'} onClose={leave} title={m.profile_two_factor_enable()} size="lg">
        <EnableTwoFactor {...ending} />
      </Dialog>
      <Dialog open={step === 'disable'} onClose={leave} title={m.profile_two_factor_disable_title()}>
        <DisableTwoFactor hold={hold} onDone={close} onLeave={leave} />
      </Dialog>
      <Dialog open={step === 'renew'} onClose={leave} title={m.profile_backup_renew()}>
        <RenewBackupCodes {...ending} />
      </Dialog>
    </SecurityBlock>
  );
}
