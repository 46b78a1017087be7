import { useState } from 'react';
import type { TestMailReply } from '#contract/administration/setup';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './admin-dashboard.module.css';

const WORDS: Readonly<Record<TestMailReply['outcome'], (facts: { to: string; detail: string }) => string>> = {
  accepted: m.mail_test_accepted,
  refused: m.mail_test_refused,
  kept: m.mail_test_kept,
};

/** Sends a test email to the administrator, and shows what the mail server answered. */
export function TestMail() {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TestMailReply | null>(null);
  const send = async () => {
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await api.setup.testMail());
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.test}>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={send}>
        {isBusy ? m.mail_test_busy() : m.mail_test()}
      </Button>
      <p role="status" className={classes.answer} data-outcome={answer?.outcome}>
        {answer ? WORDS[answer.outcome](answer) : m.mail_test_help()}
      </p>
    </div>
  );
}
