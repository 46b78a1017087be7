import { USER_SORTS } from '#domain/accounts/user-list';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
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
  const tierName = useTierName();
  return (
    <search className={classes.filters}>
      <SearchBox size="sm" label={m.users_search()} value={search.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={m.users_filter_tier()}
        all={m.users_all_tiers()}
        options={TIERS}
        word={tierName}
        value={search.tier}
        onChange={(tier) => onChange({ tier })}
      />
      <FilterSelect
        label={m.users_filter_role()}
        all={m.users_all_roles()}
        options={ROLES}
        word={(role) => (role === 'admin' ? m.users_role_admins() : m.users_role_users())}
        value={search.role}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={m.users_sort()}
        options={USER_SORTS}
        word={(sort) => SORT_WORDS[sort]()}
        value={search.sort ?? 'newest'}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
    </search>
  );
}
