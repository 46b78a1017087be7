import type { UserDetail } from '#contract/administration/users';
import { formatTime } from '#web/lib/format.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import classes from './user-page.module.css';

const STATES = { waiting: m.users_mail_waiting, sent: m.users_mail_sent, failed: m.users_mail_failed };

/** The newest mails to this address, and what became of them. */
export function UserMails({ mails }: Pick<UserDetail, 'mails'>) {
  const mailWords = useMailWords();
  if (mails.length === 0) return <p className={classes.hint}>{m.users_mails_none()}</p>;
  return (
    <ul className={classes.list}>
      {mails.map(({ createdAt, error, id, sentAt, state, template }) => (
        <li key={id}>
          <code>{template}</code>
          <span className={classes.hint} data-failed={state === 'failed' || undefined}>
            {state === 'sent' ? mailWords(STATES.sent(), m.mail_kept_short) : STATES[state]()},{' '}
            {formatTime(sentAt ?? createdAt)} {error}
          </span>
        </li>
      ))}
    </ul>
  );
}
