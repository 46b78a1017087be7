import { useQueryClient } from '@tanstack/react-query';
import type { Overview } from '#contract/administration/overview';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './admin-dashboard.module.css';
import { TestMail } from './test-mail.tsx';

/** What waits for an administrator, each with the way there; one calm line when nothing does. */
export function Attention({ attention }: { attention: Overview['attention'] | undefined }) {
  const {
    failedMails = 0,
    isCountryMissing = false,
    openMessages = 0,
    pendingTransfers = 0,
    reportedComments = 0,
    waitingAnswers = 0,
  } = attention ?? {};
  const payments = paymentLines(attention);
  const { sendsMail } = siteInfo(useQueryClient());
  const isQuiet =
    attention &&
    !isCountryMissing &&
    pendingTransfers + failedMails + openMessages + reportedComments + waitingAnswers + payments.length === 0;
  return (
    <section className={classes.block} aria-labelledby="attention">
      <h2 id="attention">{m.admin_attention_title()}</h2>
      {isQuiet && <p className={classes.quiet}>{m.admin_attention_none()}</p>}
      <ul className={classes.attention}>
        {openMessages > 0 && (
          <li>
            <TextLink to="/admin/messages" search={{ state: 'open' as const }}>
              {m.admin_attention_messages({ count: openMessages })}
            </TextLink>
          </li>
        )}
        {reportedComments > 0 && (
          <li>
            <TextLink to="/admin/comments" search={{ state: 'reported' as const }}>
              {m.admin_attention_comments({ count: reportedComments })}
            </TextLink>
          </li>
        )}
        {waitingAnswers > 0 && (
          <li>
            <TextLink to="/admin/marking">{m.admin_attention_answers({ count: waitingAnswers })}</TextLink>
          </li>
        )}
        {payments.map((line) => (
          <li key={line}>
            <TextLink to="/admin/billing" search={{ tab: 'payments' }}>
              {line}
            </TextLink>
          </li>
        ))}
        {pendingTransfers > 0 && (
          <li>
            <TextLink to="/admin/billing" search={{ tab: 'transfers' }}>
              {m.bank_admin_waiting({ count: pendingTransfers })}
            </TextLink>
          </li>
        )}
        {isCountryMissing && (
          <li>
            <TextLink to="/admin/settings/$" params={{ _splat: 'legal' }}>
              {m.admin_attention_country()}
            </TextLink>
          </li>
        )}
        {failedMails > 0 && (
          <li>
            <TextLink to="/admin/emails">{m.admin_attention_mails({ count: failedMails })}</TextLink>
          </li>
        )}
      </ul>
      {sendsMail && <TestMail />}
    </section>
  );
}

function paymentLines(attention: Overview['attention'] | undefined): string[] {
  const { openDisputes = 0, parkedPayments = 0, paymentAlarms = 0 } = attention ?? {};
  return [
    ...(openDisputes > 0 ? [m.admin_attention_disputes({ count: openDisputes })] : []),
    ...(parkedPayments > 0 ? [m.admin_attention_parked({ count: parkedPayments })] : []),
    ...(paymentAlarms > 0 ? [m.admin_attention_alarms({ count: paymentAlarms })] : []),
  ];
}
