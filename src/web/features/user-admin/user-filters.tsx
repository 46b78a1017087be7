import { USER_SORTS } from '#domain/accounts/user-list';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { tierWord } from '#web/ui/tier-badge.tsx';
import type { UserSearch } from './queries.ts';
import classes from './user-list.module.css';
import { SORT_WORDS } from './user-words.ts';

type Changes = { [Name in keyof UserSearch]: UserSearch[Name] | undefined };

interface UserFiltersProps {
  search: UserSearch;
  onChange: (changes: Changes) => void;
}

/** The search first, tier, role and order beside it. */
export function UserFilters({ onChange, search }: UserFiltersProps) {
  return (
    <search className={classes.filters}>
      <SearchField
        size="sm"
        label={m.users_search()}
        placeholder={m.users_search()}
        defaultValue={search.q}
        maxLength={200}
        onChange={(event) => onChange({ q: event.target.value.trim() })}
      />
      <select
        className={classes.select}
        aria-label={m.users_filter_tier()}
        value={search.tier ?? ''}
        onChange={(event) => onChange({ tier: TIERS.find((tier) => tier === event.target.value) })}
      >
        <option value="">{m.users_all_tiers()}</option>
        {TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {tierWord(tier)}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={m.users_filter_role()}
        value={search.role ?? ''}
        onChange={(event) => onChange({ role: ROLES.find((role) => role === event.target.value) })}
      >
        <option value="">{m.users_all_roles()}</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {role === 'admin' ? m.users_role_admins() : m.users_role_users()}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={m.users_sort()}
        value={search.sort ?? 'newest'}
        onChange={(event) => {
          const sort = USER_SORTS.find((one) => one === event.target.value);
          onChange({ sort: sort === 'newest' ? undefined : sort });
        }}
      >
        {USER_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]()}
          </option>
        ))}
      </select>
    </search>
  );
}
