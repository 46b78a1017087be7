import type { GrantFact } from './facts.ts';

const GIFT = 'gift ';

/** The subject of a plan that an administrator gives; `request` names what gave it. */
export function giftId(request: string): string {
  return `${GIFT}${request}`;
}

/** Whether a grant was given by an administrator, and not chosen or kept by its person. */
export function isGift({ id }: Pick<GrantFact, 'id'>): boolean {
  return id.startsWith(GIFT);
}
