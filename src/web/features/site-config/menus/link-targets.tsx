import { useQuery } from '@tanstack/react-query';
import type { PageRow } from '#contract/pages';
import { customPagePath, customPageSlug } from '#domain/site/custom-page-path';
import { isPublicPage } from '#domain/site/page-states';
import { useApi } from '#web/lib/session/session.ts';
import { FOOTER_COLUMNS, TOP_NAVIGATION } from '#web/ui/layout/nav-items.ts';
import { linkPagesQuery } from '../queries.ts';

/** The id of the list that the fields of addresses offer. */
export const LINK_TARGETS = 'link-targets';
/** Each page once, by its longer name in the footer where it has two. */
const BUILT_IN = new Map(
  [...TOP_NAVIGATION, ...FOOTER_COLUMNS.flatMap(({ items }) => items)].map(({ label, to }) => [to, label]),
);

/** The pages that a link of a menu may lead to, offered while its address is typed. */
export function LinkTargets() {
  const { data } = useQuery(linkPagesQuery(useApi()));
  return (
    <datalist id={LINK_TARGETS}>
      {data?.map(({ id, slug, title }) => (
        <option key={id} value={customPagePath(slug)} label={title} />
      ))}
      {[...BUILT_IN].map(([to, label]) => (
        <option key={to} value={to} label={label()} />
      ))}
    </datalist>
  );
}

/** The page that this address leads to, where it is not public and the link is therefore left out of the menu. */
export function useHiddenPage(address: string): PageRow | undefined {
  const { data } = useQuery(linkPagesQuery(useApi()));
  const slug = customPageSlug(address);
  return data?.find((page) => page.slug === slug && !isPublicPage(page.state));
}
