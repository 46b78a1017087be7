import { canAdminister } from '../can-administer.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type AccountFacts, canSpareAdministrator } from './can-close-account.ts';

/** May this viewer take the administrator's rights from that account? Never from the last one; from oneself, yes. */
export function canRevokeAdmin(viewer: Viewer, account: AccountFacts): Decision {
  const decision = canAdminister(viewer);
  return decision.allowed ? canSpareAdministrator(account) : decision;
}
