import { type LegalSettings, legalForm } from '#contract/administration/legal-settings';
import { lawDefaults } from '#domain/billing/law/law-defaults';
import { getOrder } from '#server/areas/billing/law/compose-order';
import { checkout, confirm } from '#server/areas/billing/member/checkout';
import { getSetting } from '#server/areas/settings/get-setting';
import { saveSetting } from '#server/areas/settings/save-setting';
import { GOOD, openShop, type Shop } from './shop.ts';

/** Saves the legal settings of a school, as far as they are given. */
export async function saveLaw({ as, services }: Shop, changes: Partial<LegalSettings>): Promise<void> {
  const { value, version } = await getSetting(services, as('admin'), 'legal', legalForm);
  const wanted = { name: 'legal', form: legalForm, version, value: { ...value, ...changes } };
  await saveSetting(services, as('admin'), wanted);
}

/** A shop in Germany, where the law asks for everything. */
export async function openGermanShop(...given: Parameters<typeof openShop>): Promise<Shop> {
  const shop = await openShop(...given);
  await saveLaw(shop, { country: 'DE', ...lawDefaults('DE') });
  return shop;
}

/** Orders premium with the terms that were shown, and pays. */
export async function orderAndPay(shop: Shop, beginNow: boolean): Promise<void> {
  const { member, offers, services, stripe } = shop;
  const offerId = offers.premium;
  const { terms } = await getOrder(services, member, { offerId, trialDays: 0 });
  const { url } = await checkout(services, member, { offerId, locale: 'en', terms, beginNow });
  const session = url.split('/').at(-1) ?? '';
  stripe.fake.checkout.pay(session, GOOD);
  await confirm(services, member, { session });
}
