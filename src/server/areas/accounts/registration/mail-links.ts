import { DEFAULT_PATH, ownPath } from '#domain/accounts/own-path';
import { SECURITY_PATH } from '#domain/accounts/profile-paths';
import type { Config } from '#server/config';

type Site = Pick<Config, 'publicUrl'>;

/** Addresses in mails. The page behind each sends the token by POST: opening a link changes nothing (decision 8). */
export const confirmLink = ({ publicUrl }: Site, token: string, email: string, wanted?: string) => {
  const search = new URLSearchParams({ verify: token, email, ...backTo(wanted) });
  return `${publicUrl}/login?${search}`;
};
/** A path of another host is none of ours: then the sign-in leads where it always does. */
function backTo(wanted: string | undefined): Record<string, string> {
  return wanted && ownPath(wanted) !== DEFAULT_PATH ? { redirect: ownPath(wanted) } : {};
}
export const resetLink = ({ publicUrl }: Site, token: string) =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
export const confirmAddressLink = ({ publicUrl }: Site, token: string) =>
  `${publicUrl}/confirm-address?token=${encodeURIComponent(token)}`;
export const undoAddressLink = ({ publicUrl }: Site, token: string) =>
  `${publicUrl}/undo-address?token=${encodeURIComponent(token)}`;
export const invitationLink = ({ publicUrl }: Site, token: string) =>
  `${publicUrl}/invitation?token=${encodeURIComponent(token)}`;
export const signInLink = ({ publicUrl }: Site, wanted?: string) => {
  const search = new URLSearchParams(backTo(wanted));
  return search.size === 0 ? `${publicUrl}/login` : `${publicUrl}/login?${search}`;
};
export const forgotLink = ({ publicUrl }: Site) => `${publicUrl}/forgot-password`;
export const securityLink = ({ publicUrl }: Site) => `${publicUrl}${SECURITY_PATH}`;
