import type { UserDetail } from '#contract/administration/users';
import { formatTime } from '#web/lib/format.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './user-page.module.css';

const STATES = { waiting: m.users_mail_waiting, sent: m.users_mail_sent, failed: m.users_mail_failed };

const SUPPRESSED = { bounce: m.users_mail_bounced, complaint: m.users_mail_complained };

/** The newest mails to this address, and what became of them. */
export function UserMails({ mails, suppressed }: Pick<UserDetail, 'mails' | 'suppressed'>) {
  const mailWords = useMailWords();
  const note = suppressed && (
    <p data-failed className={classes.hint}>
      {SUPPRESSED[suppressed]()} <TextLink to="/admin/emails">{m.mails_suppressed_manage()}</TextLink>
    </p>
  );
  if (mails.length === 0) return note || <p className={classes.hint}>{m.users_mails_none()}</p>;
  return (
    <>
      {note}
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
    </>
  );
}
