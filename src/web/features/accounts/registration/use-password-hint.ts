import { useRouteContext } from '@tanstack/react-router';
import type { PasswordPolicy } from '#domain/accounts/password-policy';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';

const HINTS: Record<PasswordPolicy, () => string> = {
  low: m.auth_password_help_low,
  medium: m.auth_password_help_medium,
  high: m.auth_password_help_high,
};

/** What a new password has to be, by the policy that the school has saved. */
export function usePasswordHint(): string {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const { passwordPolicy } = siteInfo(queryClient);
  return passwordPolicy === null ? m.auth_password_help() : HINTS[passwordPolicy]();
}
