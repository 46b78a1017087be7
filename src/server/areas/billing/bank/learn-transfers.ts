import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { UnknownPrice } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import type { Account } from '../ledger/ledger-sql.ts';
import { learn } from '../looks/learn.ts';
import { bankSource } from './bank-source.ts';

/** Has the ledger follow the book of bank transfers, in the transaction that changes it. The account must be held. */
export async function learnTransfers(
  trx: Transaction<DB>,
  services: Services,
  account: Account,
): Promise<void> {
  const bank = bankSource(trx);
  const seen = await bank.look(account.id, (price) => {
    throw new UnknownPrice('a bank transfer names its plan itself', price);
  });
  await learn(trx, services, account, { source: { provider: bank.name, customer: null }, seen });
}
