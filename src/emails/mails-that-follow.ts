import { isAlwaysSent, NOTICE_KINDS } from '#domain/notifications/kinds';
import type { MailTemplate } from './mail-props.ts';

const OTHERS: readonly MailTemplate[] = ['announcement', 'bank-order', 'certificate-revoked', 'digest'];

/**
 * Whether an email is for whoever has the account, and goes to their new address where it waits while that changes. Codes,
 * links and warnings about the security of an account stay: they are for the address that it had (decision 298).
 */
export function followsAccount(template: MailTemplate): boolean {
  return (
    template.startsWith('billing-') ||
    OTHERS.includes(template) ||
    NOTICE_KINDS.some((kind) => kind === template && !isAlwaysSent(kind))
  );
}
