import { useQueryClient } from '@tanstack/react-query';
import { m } from './messages.ts';
import { siteInfo } from './site-info.ts';

/** Words about an email that was caused: where no mail server is set, they say where it really went. */
export function useMailWords(): (sent: string, kept?: () => string) => string {
  const { sendsMail } = siteInfo(useQueryClient());
  return (sent, kept = m.mail_kept) => (sendsMail ? sent : kept());
}
