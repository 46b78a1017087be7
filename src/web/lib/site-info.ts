import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { MenuSettings } from '#contract/administration/menus';
import type { SchoolSettings, SeoSettings, ThemeSettings } from '#contract/administration/settings';
import type { Version } from '#contract/site';
import type { PasswordPolicy } from '#domain/accounts/password-policy';
import type { Tier } from '#domain/tiers';

/** What the server tells every page about itself. It travels to the browser inside the HTML. */
export interface SiteInfo extends Version {
  /** The address of the site without a slash at the end; links in the head are made from it. */
  readonly publicUrl: string;
  /** Whether the sidebar was left open (spec section 2: kept in a cookie). */
  readonly sidebarOpen: boolean;
  /** The current year by the server's clock, for the copyright line. */
  readonly year: number;
  /** With the name that it really goes by. */
  readonly school: SchoolSettings;
  /** Set where the icon is the school's own: what its address ends with, new when it changes. */
  readonly icon?: string;
  /** Set where the school has a landing page of its own. */
  readonly ownLanding?: true;
  /** What the footer must link to where plans are or were sold: address and words. */
  readonly legal?: readonly (readonly [to: string, label: string])[];
  /** Set where the school has menus of its own. */
  readonly menus?: MenuSettings;
  /** What administrators saved for the heads of all pages; empty words are those of the school. */
  readonly seo: SeoSettings;
  readonly theme: ThemeSettings;
  /** What new passwords must fulfil; null: no policy has been saved. */
  readonly passwordPolicy: PasswordPolicy | null;
  /** Whether administrators need a second factor. */
  readonly twoFactorForAdministrators: boolean;
  /** Whether a mail server is set; without one, emails are written to a folder. */
  readonly sendsMail: boolean;
  /** Set where a payment provider is connected, and a higher plan has to be paid for. */
  readonly takesPayments?: true;
  /** Set where plans are sold, by card or by bank transfer. */
  readonly sellsPlans?: true;
  /** Set where plans are or were sold: the pages that the law asks for are there. */
  readonly hasSoldPlans?: true;
  /** Set where plans are neither sold nor free to choose: the school gives them out. */
  readonly plansGiven?: true;
  /** Set where code isn't judged on the server, or doesn't run at all. */
  readonly labs?: 'browser-only' | 'off';
  /** What tiers are called by their plans; a tier that is missing goes by its word. */
  readonly tierNames: Partial<Record<Tier, string>>;
  /** Services outside that people may sign in by, in the order of their buttons. */
  readonly signIns: readonly { readonly id: string; readonly name: string }[];
}

const KEY = ['site-info'];
const NOWHERE: SiteInfo = {
  publicUrl: '',
  sidebarOpen: true,
  year: 0,
  version: '',
  build: '',
  builtAt: '',
  school: {
    name: '',
    description: '',
    color: '',
    fonts: 'classic',
    logo: null,
    logoDark: null,
    nameBesideLogo: true,
    poweredBy: true,
    language: 'en',
  },
  seo: { title: '', description: '', keywords: '', image: '/images/og-image.jpg' },
  theme: { theme: 'system', accent: 'blue' },
  passwordPolicy: null,
  twoFactorForAdministrators: false,
  sendsMail: true,
  tierNames: {},
  signIns: [],
};

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

/** The same, drawn again when an administrator changes it in this window. */
export function useSiteInfo(): SiteInfo {
  return useQuery<SiteInfo>({ queryKey: KEY, queryFn: skipToken }).data ?? NOWHERE;
}
