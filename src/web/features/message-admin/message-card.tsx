import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactMessage } from '#contract/administration/messages';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import classes from './message-list.module.css';

/** One message: who wrote it and when, what it says, and whether it was answered. */
export function MessageCard({ message }: { message: ContactMessage }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isPendingDelete, setIsPendingDelete] = useState(false);
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(error, { title: m.admin_messages_failed() });
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'messages'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'overview'] });
      setBusy(false);
    }
  };
  const remove = async () => {
    setIsPendingDelete(false);
    await change(async () => {
      await api.messages.remove({ id: message.id });
      toast({ title: m.admin_success(), description: m.admin_messages_deleted() });
    });
  };
  const isAnswered = message.answeredAt !== null;
  const school = siteInfo(queryClient).school.name;
  const subject = encodeURIComponent(m.admin_messages_reply_subject({ school }));
  return (
    <li>
      <article className={classes.card} aria-label={m.admin_messages_of({ name: message.name })}>
        <header className={classes.head}>
          <h2>{message.name}</h2>
          <a href={`mailto:${message.email}`}>{message.email}</a>
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
        </header>
        <p className={classes.text}>{message.message}</p>
        <footer className={classes.foot}>
          <a className={classes.reply} href={`mailto:${message.email}?subject=${subject}`}>
            {m.admin_messages_reply()}
          </a>
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            onClick={() => change(() => api.messages.setAnswered({ id: message.id, answered: !isAnswered }))}
          >
            {isAnswered ? m.admin_messages_reopen() : m.admin_messages_answer()}
          </Button>
          <Button variant="danger" size="sm" busy={busy} onClick={() => setIsPendingDelete(true)}>
            {m.ui_delete()}
          </Button>
          {message.answeredAt && <Answered at={message.answeredAt} by={message.answeredBy} />}
        </footer>
      </article>
      <ConfirmDialog
        open={isPendingDelete}
        onCancel={() => setIsPendingDelete(false)}
        onConfirm={remove}
        text={m.admin_messages_delete_text()}
      />
    </li>
  );
}

function Answered({ at, by }: { at: string; by: string | null }) {
  const time = formatTime(at);
  return (
    <p className={classes.answered}>
      {by ? m.admin_messages_answered_by({ time, name: by }) : m.admin_messages_answered_at({ time })}
    </p>
  );
}
