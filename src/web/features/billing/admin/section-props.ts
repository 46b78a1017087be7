import type { Overview } from './queries.ts';

/** What the address of Admin > Billing says. */
export interface BillingSearch {
  readonly tab?: string;
  /** The member whose timeline is open. */
  readonly person?: string;
  /** Who is looked for. */
  readonly q?: string;
}

/** What each section of Admin > Billing is given. */
export interface SectionProps {
  readonly overview: Overview;
  readonly search: BillingSearch;
}
