import type { UserPage, UserRow } from '#contract/administration/users';
import type { UserSort } from '#domain/accounts/user-list';
import { formatCount } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';

export const SORT_WORDS: Readonly<Record<UserSort, () => string>> = {
  newest: m.users_sort_newest,
  oldest: m.users_sort_oldest,
  name: m.users_sort_name,
  email: m.users_sort_email,
};

export const STATE_WORDS: Readonly<Record<UserRow['state'], () => string>> = {
  active: m.users_state_active,
  unconfirmed: m.users_state_unconfirmed,
  disabled: m.users_state_disabled,
};

/** How many there are, or at least how many. */
export function countWords({ precision, value }: UserPage['count']): string {
  const count = formatCount(value);
  if (precision === 'at-least') return m.users_count_least({ count });
  return value === 1 ? m.users_count_one() : m.users_count_exact({ count });
}
