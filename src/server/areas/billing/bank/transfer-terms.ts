import type { TransferOffer } from '#contract/bank-transfers';
import type { OrderTerms } from '#contract/legal';
import type { Interval } from '#domain/billing/facts';
import { formatMoney } from '#domain/billing/money';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { type AgreedText, hashOfText, selectTermsPage } from '../law/consent-sql.ts';
import { lawWords } from '../law/law-words.ts';
import { payer } from '../member/own.ts';
import { transferOffer } from './transfer-offers.ts';

/** What an order by bank transfer comes to, before it is made. Fails with TRANSFERS_OFF and PLAN_NOT_FOUND. */
export async function getTransferTerms(
  services: Services,
  caller: Caller,
  choice: { planId: string; interval: Interval },
): Promise<OrderTerms> {
  payer(caller);
  const {
    page: _page,
    text: _text,
    ...terms
  } = await transferTerms(services, await transferOffer(services, choice));
  return terms;
}

/** The same with its whole text, which holds the terms of service of the moment, too. */
export async function transferTerms(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { amount, currency, interval, plan }: TransferOffer,
): Promise<OrderTerms & Required<AgreedText>> {
  const { legal: law } = await settings.current();
  const words = lawWords(law);
  const price = formatMoney(amount, currency);
  const isYearly = interval === 'year';
  const lines = [
    isYearly
      ? m.bank_terms_year({ plan, price, tax: words.taxNote })
      : m.bank_terms_month({ plan, price, tax: words.taxNote }),
    m.bank_terms_once(),
    m.bank_terms_start(),
    ...(law.withdrawal ? [m.legal_order_withdraw({ days: law.withdrawalDays })] : []),
    m.bank_terms_accept(),
  ];
  const beginNow = law.withdrawal && law.beginNow ? words.beginNow : null;
  const button = law.orderToPay ? words.orderButton : m.bank_order_button();
  const page = (await selectTermsPage(db.kysely)) ?? '';
  const text = [...lines, beginNow ?? '', `[${button}]`, page].filter((part) => part !== '').join('\n\n');
  return { lines, beginNow, button, terms: hashOfText(text), text, page };
}
