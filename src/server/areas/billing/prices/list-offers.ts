import type { Offers } from '#contract/offers';
import { isFreeChoice } from '#domain/access/content/can-choose-tier';
import { planPolicy } from '#server/plan-policy';
import type { Services } from '#server/services';
import { transferOffers } from '../bank/transfer-offers.ts';
import { lawWords } from '../law/law-words.ts';
import { forSale } from './for-sale.ts';
import { toOffer } from './price-sql.ts';

/** What plans can be bought at, and whether they can be had for nothing. Open to everybody. */
export async function listOffers(services: Services): Promise<Offers> {
  const { config, payments, settings } = services;
  const takesPayments = payments !== undefined;
  const rows = await forSale(services);
  const current = await settings.current();
  return {
    takesPayments,
    isFreeChoice: isFreeChoice(planPolicy(config, current)),
    taxNote: lawWords(current.legal).taxNote,
    offers: rows.map(toOffer),
    transfers: takesPayments ? [] : await transferOffers(services, current.bank),
  };
}
