import type { Offers } from '#contract/billing';
import type { Services } from '#server/services';
import { selectOffered, toOffer } from './price-sql.ts';

/** What plans can be bought at, and whether they can be had for nothing. Open to everybody. */
export async function listOffers({ config, db, payments }: Services): Promise<Offers> {
  const takesPayments = payments !== undefined;
  const rows = payments ? await selectOffered(db.kysely, payments) : [];
  return { takesPayments, isFreeChoice: config.stripe === undefined, offers: rows.map(toOffer) };
}
