import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AnnouncementForm } from '#contract/administration/announcements';
import type { TestMailReply } from '#contract/administration/setup';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './announcements.module.css';
import { toastUnsent } from './toast-unsent.ts';

const WORDS: Readonly<Record<TestMailReply['outcome'], (facts: { to: string; detail: string }) => string>> = {
  accepted: m.mail_test_accepted,
  refused: m.mail_test_refused,
  kept: m.mail_test_kept,
};

/** Sends what is written to the administrator only, and tells what the mail server answered. */
export function SendTest({ form }: { form: UseFormReturn<AnnouncementForm> }) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TestMailReply | null>(null);
  const send = async () => {
    if (!(await form.trigger(['subject', 'text'], { shouldFocus: true }))) return;
    const { subject, text } = form.getValues();
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await api.announcements.test({ subject, text }));
    } catch (error) {
      toastUnsent(error, m.announcements_test_failed());
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={send}>
        {isBusy ? m.announcements_test_busy() : m.announcements_test()}
      </Button>
      <p role="status" className={classes.answer}>
        {answer && WORDS[answer.outcome](answer)}
      </p>
    </>
  );
}
