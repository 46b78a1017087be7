import { ALLOWED, type Decision } from '../decision.ts';

/** How long a proof of identity counts, in minutes. */
export const FRESH_MINUTES = 10;

/** When a session last proved its owner to be there, and when it last showed the second factor. */
export interface Proofs {
  readonly provedAt: Date;
  readonly factorProvedAt: Date | null;
}

/** What has to be shown before a fresh proof is complete. */
export interface MissingProof {
  readonly identity: boolean;
  /** Only ever asked of an account that has one. */
  readonly secondFactor: boolean;
}

/** What a session lacks of a fresh proof. */
export function missingProof(
  { factorProvedAt, provedAt }: Proofs,
  hasSecondFactor: boolean,
  now: Date,
): MissingProof {
  const isFresh = (at: Date | null) => at !== null && now.getTime() - at.getTime() <= FRESH_MINUTES * 60_000;
  return { identity: !isFresh(provedAt), secondFactor: hasSecondFactor && !isFresh(factorProvedAt) };
}

/** Has the person at this session proved lately to be its owner? Asked before what a stolen session must not do. */
export function hasFreshProof(proofs: Proofs, hasSecondFactor: boolean, now: Date): Decision {
  const { identity, secondFactor } = missingProof(proofs, hasSecondFactor, now);
  return identity || secondFactor ? { allowed: false, reason: 'proof-required' } : ALLOWED;
}
