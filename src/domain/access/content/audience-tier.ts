import type { Tier } from '../../tiers.ts';
import type { Viewer } from '../viewer.ts';

/** The tier whose content this viewer sees: visitors see the free one, administrators everything (spec section 6). */
export function audienceTier(viewer: Viewer): Tier {
  if (viewer.kind === 'visitor') return 'free';
  return viewer.isAdmin ? 'premium' : viewer.tier;
}
