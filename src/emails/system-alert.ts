import { m } from '../messages/messages.js';
import type { MailContent } from './mail-content.ts';
import type { MailProps } from './mail-props.ts';
import { problemLine, problemRemedy } from './problem-line.ts';

/** Says that the system has a problem and what to do, or that it has it no longer. */
export function systemAlert(
  { detail, event, kind, link, subject }: MailProps['system-alert'],
  school: string,
): MailContent {
  const isOver = event === 'over';
  const ofSubject = isOver ? m.emails_alert_over_subject : m.emails_alert_raised_subject;
  return {
    subject: event === 'test' ? m.emails_alert_test_subject({ school }) : ofSubject({ school }),
    paragraphs: [
      ...(isOver ? [m.emails_alert_over()] : []),
      problemLine(kind, { subject, detail }),
      ...(isOver ? [] : [problemRemedy(kind)]),
    ].filter(Boolean),
    button: { label: m.emails_alert_button(), link },
    footer: m.emails_alert_footer({ school }),
  };
}
