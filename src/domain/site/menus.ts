import { type Tier, tierReaches } from '../tiers.ts';
import { customPageSlug, withPageSlug } from './custom-page-path.ts';

/** Who sees a link of a menu. It hides nothing: what a link leads to decides for itself who may read it. */
export const LINK_AUDIENCES = ['everyone', 'visitors', 'members', 'basic', 'premium'] as const;
export type LinkAudience = (typeof LINK_AUDIENCES)[number];

/** Whether a person sees a link for this audience; null is a visitor. Administrators see what any member sees. */
export function seesLink(
  audience: LinkAudience,
  user: { readonly role: string; readonly subscriptionTier: Tier } | null,
): boolean {
  if (audience === 'everyone') return true;
  if (audience === 'visitors' || user === null) return audience === 'visitors' && user === null;
  return audience === 'members' || user.role === 'admin' || tierReaches(user.subscriptionTier, audience);
}

/** A page of this site, which needs no other part of the address. */
export function isOwnPage(address: string): boolean {
  return /^\/[\w/-]*$/.test(address) && !address.includes('//');
}

/** Whether a link of a menu may lead there: a path of this site, or an address of the web. */
export function isLinkAddress(address: string): boolean {
  if (/[\s\\<>"'`\p{C}]/u.test(address)) return false;
  if (address.startsWith('/')) return !address.includes('//') && !/(?:^|\/)\.\.?(?:\/|$)/.test(address);
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) && URL.canParse(address);
}

/** Links as readers get them: to a page of the school at its present address, and none to a page that isn't public. */
export function openLinks<Link extends { readonly to: string }>(
  links: readonly Link[],
  publicPages: ReadonlyMap<string, string>,
): Link[] {
  return links.flatMap((link) => {
    const asked = customPageSlug(link.to);
    if (asked === null) return [link];
    const slug = publicPages.get(asked);
    return slug === undefined ? [] : [{ ...link, to: withPageSlug(link.to, slug) }];
  });
}
