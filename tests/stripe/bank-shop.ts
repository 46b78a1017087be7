import type { BankSettings } from '#contract/administration/bank-settings';
import type { Interval } from '#domain/billing/facts';
import { confirmTransfer } from '#server/areas/admin/billing/bank/confirm-transfer';
import { getBank, saveBank } from '#server/areas/admin/billing/bank/save-bank';
import { getOwnTransfers } from '#server/areas/billing/bank/get-own-transfers';
import { orderTransfer } from '#server/areas/billing/bank/order-transfer';
import { getTransferTerms } from '#server/areas/billing/bank/transfer-terms';
import type { Caller, Services } from '#server/services';

export const BANK = {
  isOn: true,
  holder: 'Blue Harbor School',
  account: 'DE89 3704 0044 0532 0130 00',
  code: 'COBADEFFXXX',
  bank: 'Commerzbank',
  note: 'We confirm payments once a week.',
  currency: 'eur',
} as const;

export async function planOf({ db }: Pick<Services, 'db'>, tier: 'basic' | 'premium'): Promise<string> {
  const { id } = await db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', tier)
    .executeTakeFirstOrThrow();
  return id;
}

/** Has the school take bank transfers: basic for 99 a year, premium for 19.99 a month or 199 a year. */
export async function takeTransfers(
  services: Services,
  admin: Caller,
  changes: Partial<BankSettings> = {},
): Promise<void> {
  const [basic, premium] = [await planOf(services, 'basic'), await planOf(services, 'premium')];
  const prices = [
    { planId: basic, interval: 'year' as const, amount: 9900 },
    { planId: premium, interval: 'month' as const, amount: 1999 },
    { planId: premium, interval: 'year' as const, amount: 19_900 },
  ];
  const { version } = await getBank(services, admin);
  await saveBank(services, admin, { ...BANK, prices, ...changes, version });
}

/** Orders with the terms as they are shown; answers the order that waits. */
export async function orderByBank(
  services: Services,
  member: Caller,
  tier: 'basic' | 'premium' = 'premium',
  interval: Interval = 'month',
) {
  const choice = { planId: await planOf(services, tier), interval };
  const { terms } = await getTransferTerms(services, member, choice);
  return (await orderTransfer(services, member, { ...choice, terms, locale: 'en' })).order;
}

/** Whoever administers has just proved who they are. */
export async function prove({ clock, db }: Services): Promise<void> {
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: clock.now(), factor_proved_at: clock.now() })
    .execute();
}

/** The money has arrived. */
export async function confirmOrder(services: Services, admin: Caller, member: Caller, number: string) {
  const { order } = await getOwnTransfers(services, member);
  await prove(services);
  return confirmTransfer(services, admin, { id: order?.id ?? '', number });
}
