import type { Invoice } from '#contract/invoices';
import { canAdminister } from '#domain/access/can-administer';
import type { BillingState } from '#domain/billing/describe';
import { entitlement } from '#domain/billing/entitlement';
import { MAX_LISTED } from '#domain/billing/max-listed';
import { seatsAt, teamState } from '#domain/billing/seats';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectFactsOfEach } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { selectTeams } from './team-sql.ts';
import { toInvoices } from './to-invoices.ts';

interface ListedTeam {
  readonly id: string;
  readonly name: string;
  readonly owner: { id: string; name: string } | null;
  readonly state: BillingState;
  readonly tier: Tier | null;
  readonly paid: number;
  readonly held: number;
  readonly until: string | null;
  readonly createdAt: string;
  readonly invoices: Invoice[];
}

/** Teams, the newest first; of those that a text is found in, or of all. */
export async function listTeams(
  { clock, db }: Services,
  { viewer }: Caller,
  { q }: { q: string },
): Promise<ListedTeam[]> {
  authorise(canAdminister(viewer));
  const now = secondsOf(clock.now());
  const { policy } = await selectPolicy(db.kysely);
  const rows = await selectTeams(db.kysely, { contains: q, limit: MAX_LISTED });
  const known = await selectFactsOfEach(
    db.kysely,
    rows.flatMap(({ account_id }) => account_id ?? []),
  );
  return rows.map(({ account_id, created_at, held, id, name, owner_id, owner_name }) => {
    const facts = known.get(account_id ?? '') ?? [];
    const { tier, until, why } = entitlement(facts, now, policy);
    return {
      id,
      name,
      owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
      state: teamState(facts, now, policy),
      tier: why === 'none' ? null : tier,
      paid: seatsAt(facts, now, policy),
      held,
      until: until === null ? null : dateOf(until).toISOString(),
      createdAt: created_at.toISOString(),
      invoices: toInvoices(facts),
    };
  });
}
