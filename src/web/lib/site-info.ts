import type { QueryClient } from '@tanstack/react-query';
import type { Version } from '#contract/site';

/** What the server tells every page about itself. It travels to the browser inside the HTML. */
export interface SiteInfo extends Version {
  /** The address of the site without a slash at the end; links in the head are made from it. */
  readonly publicUrl: string;
  /** Whether the sidebar was left open (spec section 2: kept in a cookie). */
  readonly sidebarOpen: boolean;
  /** The current year by the server's clock, for the copyright line. */
  readonly year: number;
}

const KEY = ['site-info'];
const NOWHERE: SiteInfo = { publicUrl: '', sidebarOpen: true, year: 0, version: '', build: '', builtAt: '' };

export function keepSiteInfo(queryClient: QueryClient, info: SiteInfo): void {
  queryClient.setQueryDefaults(KEY, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  queryClient.setQueryData(KEY, info);
}

export function siteInfo(queryClient: QueryClient): SiteInfo {
  return queryClient.getQueryData<SiteInfo>(KEY) ?? NOWHERE;
}
