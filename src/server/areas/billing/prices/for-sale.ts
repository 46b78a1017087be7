import { takesOrders } from '#domain/billing/rehearsal';
import type { Services } from '#server/services';
import { type PriceRow, selectOffered } from './price-sql.ts';
import { selectIsRehearsed } from './rehearsal-sql.ts';

/** Whether the plans that have a price are sold; false also without a provider. */
export async function isSelling({ db, payments, settings }: Services): Promise<boolean> {
  if (!payments) return false;
  const { livemode } = payments;
  const { legal } = await settings.current();
  const isRehearsed = livemode && (await selectIsRehearsed(db.kysely));
  return takesOrders({ livemode, isRehearsed, country: legal.country });
}

/** What can be ordered now; nothing while the school may not take real money yet. */
export async function forSale(services: Services): Promise<PriceRow[]> {
  const { db, payments } = services;
  return payments && (await isSelling(services)) ? selectOffered(db.kysely, payments) : [];
}
