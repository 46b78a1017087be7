import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { MenuSettings } from '#contract/administration/menus';
import { customPageSlug } from '#domain/site/custom-page-path';
import { isPublicPage } from '#domain/site/page-states';
import { useApi } from '#web/lib/session/session.ts';
import { linkPagesQuery } from '../queries.ts';
import type { FilledMenus } from './menu-defaults.ts';

/** The menus of the form as readers will get them: without links to pages that aren't public. */
export function useShownMenus(): MenuSettings {
  const { footer, header } = useWatch<FilledMenus>() as FilledMenus;
  const { data: pages = [] } = useQuery(linkPagesQuery(useApi()));
  const hidden = new Set(pages.filter(({ state }) => !isPublicPage(state)).map(({ slug }) => slug));
  const open = <Link extends { to: string }>(links: readonly Link[]) =>
    links.filter(({ to }) => !hidden.has(customPageSlug(to) ?? ''));
  return {
    header: open(header),
    footer: footer.map((column) => ({ ...column, links: open(column.links) })),
  };
}
