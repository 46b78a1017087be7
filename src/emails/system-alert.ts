import { m } from '../messages/messages.js';
import type { MailContent } from './mail-content.ts';
import type { MailProps } from './mail-props.ts';
import { problemLine, problemRemedy } from './problem-line.ts';

const SUBJECTS = {
  raised: m.emails_alert_raised_subject,
  over: m.emails_alert_over_subject,
  test: m.emails_alert_test_subject,
};

/** Says that the system has a problem and what to do, or that it has it no longer. */
export function systemAlert(
  { detail, event, kind, link, subject }: MailProps['system-alert'],
  school: string,
): MailContent {
  const isOver = event === 'over';
  return {
    subject: SUBJECTS[event]({ school }),
    paragraphs: [
      ...(isOver ? [m.emails_alert_over()] : []),
      problemLine(kind, { subject, detail }),
      ...(isOver ? [] : [problemRemedy(kind)]),
    ],
    button: { label: m.emails_alert_button(), link },
    footer: m.emails_alert_footer({ school }),
  };
}
