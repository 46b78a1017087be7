import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertTestReply } from '#contract/administration/health';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { alertSecretQuery } from '../queries.ts';
import classes from './test-alert.module.css';

/** Tries the saved settings, and says what came of it; the secret for the receiver of the webhook. */
export function TestAlert() {
  const api = useApi();
  const mailWords = useMailWords();
  const [reply, setReply] = useState<AlertTestReply | null>(null);
  const { data } = useQuery(alertSecretQuery(api));
  const { busy, run } = useHeld(async () => {
    setReply(null);
    try {
      setReply(await api.health.testAlert());
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <section className={classes.test} aria-labelledby="test-alert">
      <h2 id="test-alert">{m.alerts_test_title()}</h2>
      <p>{m.alerts_test_text()}</p>
      <Button variant="secondary" busy={busy} onClick={run}>
        {m.alerts_test()}
      </Button>
      <p role="status" data-bad={reply?.webhook?.isDelivered === false || undefined}>
        {reply && replyText(reply, mailWords)}
      </p>
      {data?.secret && (
        <details>
          <summary>{m.alerts_secret()}</summary>
          <p>{m.alerts_secret_text()}</p>
          <code>{data.secret}</code>
        </details>
      )}
    </section>
  );
}

function replyText({ emails, webhook }: AlertTestReply, mailWords: ReturnType<typeof useMailWords>): string {
  const parts = [
    ...(emails > 0 ? [mailWords(m.alerts_test_emails({ count: emails }))] : []),
    ...(webhook?.isDelivered === true ? [m.alerts_test_delivered(webhook)] : []),
    ...(webhook?.isDelivered === false ? [m.alerts_test_refused(webhook)] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : m.alerts_test_nobody();
}
