import { type Tier, tierReaches } from '../../tiers.ts';
import { ALLOWED, type Decision } from '../decision.ts';

/** The tier whose plan includes certificates, as the seeded plans say. */
export const CERTIFICATE_TIER: Tier = 'premium';

/**
 * May this person have a certificate of a course that was completed, or of an exam that was passed? Only where its author
 * gives them, and only who holds the tier that includes them; administrators as in everything else.
 */
export function canReceiveCertificate(
  person: { readonly tier: Tier; readonly isAdmin: boolean },
  course: { readonly certificate: boolean },
): Decision {
  if (!course.certificate) return { allowed: false, reason: 'no-certificate' };
  if (person.isAdmin || tierReaches(person.tier, CERTIFICATE_TIER)) return ALLOWED;
  return { allowed: false, reason: 'tier-required', tier: CERTIFICATE_TIER };
}
