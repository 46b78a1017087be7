import type { InviteLine } from '#contract/administration/invitations';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { OUTCOME_WORDS, roleWord } from './invitation-words.ts';
import classes from './invitations.module.css';

interface InviteReportProps {
  lines: readonly InviteLine[];
  /** Whether the invitations went out; before, the report is a preview. */
  isSent: boolean;
}

/** The result for each line of a list. */
export function InviteReport({ isSent, lines }: InviteReportProps) {
  const tierName = useTierName();
  const ok = lines.filter(({ outcome }) => outcome === 'ok').length;
  const left = lines.length - ok;
  return (
    <>
      <p role="status">
        {isSent ? m.invitations_report_sent({ ok, left }) : m.invitations_report({ ok, left })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={classes.report} aria-label={m.invitations_report_label()} tabIndex={0}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{m.invitations_column_line()}</th>
              <th scope="col">{m.auth_email()}</th>
              <th scope="col">{m.users_column_tier()}</th>
              <th scope="col">{m.users_column_role()}</th>
              <th scope="col">{m.invitations_column_outcome()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ email, line, outcome, role, tier }) => (
              <tr key={line} data-outcome={outcome === 'ok' ? 'ok' : 'left'}>
                <td>{line}</td>
                <td className={classes.address}>{email}</td>
                <td>{tier && tierName(tier)}</td>
                <td>{role && roleWord(role)}</td>
                <td className={classes.outcome}>
                  {isSent && outcome === 'ok' ? m.invitations_outcome_sent() : OUTCOME_WORDS[outcome]()}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
