import { BANK, factsOfTransfer } from '#domain/billing/bank/bank-transfer';
import type { Reader } from '#server/db/client';
import type { PaymentSource } from '#server/platform/payments/payment-provider';
import { selectPaid } from './bank-sql.ts';

/** The school's own book of bank transfers, asked like any provider; its customers are the accounts themselves. */
export function bankSource(db: Reader): PaymentSource {
  return {
    name: BANK,
    look: async (account) => (await selectPaid(db, account)).flatMap(factsOfTransfer),
  };
}
