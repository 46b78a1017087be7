import type { Invoice } from '#contract/invoices';
import { canAdminister } from '#domain/access/can-administer';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { selectPayerOfInvoice } from '#server/areas/billing/looks/look-sql';
import { paymentsOf } from '#server/areas/billing/payments-of';
import { selectTeam, selectTeamAccount } from '#server/areas/billing/teams/team-sql';
import { toInvoices } from '#server/areas/billing/teams/to-invoices';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type RefundOrder, refundPaid } from './refund-paid.ts';

/**
 * Pays an invoice of a team back to who paid it, also to a former owner; all of it ends the seats of its period at once.
 * Answers the team's invoices. Fails with TEAM_NOT_FOUND, INVOICE_NOT_FOUND, STATE_CHANGED and PROOF_REQUIRED.
 */
export async function refundTeam(
  services: Services,
  caller: Caller,
  { id, ...order }: RefundOrder & { readonly id: string },
): Promise<Invoice[]> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  const payments = paymentsOf(services);
  const { kysely } = services.db;
  if (!(await selectTeam(kysely, id))) throw new Failure('TEAM_NOT_FOUND');
  const account = await selectTeamAccount(kysely, id);
  const customer = account && (await selectPayerOfInvoice(kysely, account.id, payments.name, order.invoice));
  if (!account || !customer) throw new Failure('INVOICE_NOT_FOUND');
  await refundPaid(
    services,
    caller,
    { accountId: account.id, customer, entity: 'team', entityId: id },
    order,
  );
  return toInvoices(await selectFacts(kysely, account.id));
}
