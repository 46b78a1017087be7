import type { Offers } from '#contract/billing';
import { isFreeChoice } from '#domain/access/content/can-choose-tier';
import { planPolicy } from '#server/plan-policy';
import type { Services } from '#server/services';
import { lawWords } from '../law/law-words.ts';
import { selectOffered, toOffer } from './price-sql.ts';

/** What plans can be bought at, and whether they can be had for nothing. Open to everybody. */
export async function listOffers({ config, db, payments, settings }: Services): Promise<Offers> {
  const takesPayments = payments !== undefined;
  const rows = payments ? await selectOffered(db.kysely, payments) : [];
  const current = await settings.current();
  return {
    takesPayments,
    isFreeChoice: isFreeChoice(planPolicy(config, current)),
    taxNote: lawWords(current.legal).taxNote,
    offers: rows.map(toOffer),
  };
}
