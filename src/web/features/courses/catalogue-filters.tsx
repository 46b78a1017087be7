import { useNavigate } from '@tanstack/react-router';
import type { Category } from '#contract/courses/categories';
import { LEVELS } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import { levelWord } from '#web/ui/badges/level-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './catalogue.module.css';
import type { CatalogueSearch } from './queries.ts';

interface CatalogueFiltersProps {
  search: CatalogueSearch;
  categories: readonly Category[];
}

/** Search, difficulty, order and category. The address holds it all; without scripts it is a plain form. */
export function CatalogueFilters({ categories, search }: CatalogueFiltersProps) {
  const navigate = useNavigate();
  const change = (
    changes: { [Name in keyof CatalogueSearch]?: CatalogueSearch[Name] | undefined },
    replace = false,
  ) => {
    const next = Object.entries({ ...search, page: undefined, ...changes }).filter(([, value]) => value);
    navigate({ to: '/courses', search: Object.fromEntries(next), replace, resetScroll: false });
  };
  return (
    <search>
      <form className={classes.filters} action="/courses" onSubmit={(event) => event.preventDefault()}>
        <SearchBox
          name="q"
          label={m.courses_search_label()}
          placeholder={m.courses_search()}
          value={search.q}
          onChange={(q) => change({ q }, true)}
        />
        <select
          name="level"
          className={classes.select}
          aria-label={m.courses_level()}
          value={search.level ?? ''}
          onChange={(event) => change({ level: event.target.value as CatalogueSearch['level'] })}
        >
          <option value="">{m.courses_level_all()}</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {levelWord(level)}
            </option>
          ))}
        </select>
        <select
          name="sort"
          className={classes.select}
          aria-label={m.courses_sort()}
          value={search.sort ?? ''}
          onChange={(event) => change({ sort: event.target.value as CatalogueSearch['sort'] })}
        >
          <option value="">{search.q ? m.courses_sort_relevance() : m.courses_sort_newest()}</option>
          {search.q && <option value="newest">{m.courses_sort_newest()}</option>}
          <option value="title">{m.courses_sort_title()}</option>
        </select>
        <noscript>
          <Button type="submit">{m.courses_search_go()}</Button>
        </noscript>
      </form>
      <ul className={classes.chips} aria-label={m.courses_categories()}>
        <li>
          <Chip search={search} category={undefined} label={m.courses_category_all()} />
        </li>
        {categories
          .filter(({ courses }) => courses > 0)
          .map(({ id, name, slug }) => (
            <li key={id}>
              <Chip search={search} category={slug} label={name} />
            </li>
          ))}
      </ul>
    </search>
  );
}

function Chip({
  category,
  label,
  search,
}: {
  search: CatalogueSearch;
  category: string | undefined;
  label: string;
}) {
  const { category: _category, page: _page, ...rest } = search;
  return (
    <TextLink
      to="/courses"
      search={category === undefined ? rest : { ...rest, category }}
      className={classes.chip}
      resetScroll={false}
      activeOptions={{ exact: true }}
      quiet
    >
      {label}
    </TextLink>
  );
}
