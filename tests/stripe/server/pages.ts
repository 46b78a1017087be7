/** Pages that a person can click on, in place of Stripe's own. */
import type { ServerResponse } from 'node:http';
import { asksHolder } from '../fake/checkout.ts';
import type { FakeStripe } from '../fake/fake-stripe.ts';
import type { CheckoutSession, PortalSession } from '../fake/objects.ts';
import { closeDispute, disputeCharge, payOpenInvoices, refundCharge } from '../fake/payments.ts';
import { releaseSchedule, scheduleOf } from '../fake/schedules.ts';
import { DAY } from '../fake/store.ts';
import type { Form } from './form.ts';

interface Asked {
  method: string;
  url: URL;
  form: Form;
}
interface Html {
  status: number;
  title: string;
  content: string;
}
type Page = Html | { goTo: string };

const STYLE =
  'body{font:16px system-ui;max-width:30rem;margin:3rem auto;padding:0 1rem}label,button{display:block;margin:.75rem 0}input:not([type=checkbox]){width:100%;padding:.5rem;font:inherit;box-sizing:border-box}button{padding:.7rem 1rem;font:inherit}';

const escaped = (text: unknown) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

function hiddenFields(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('');
}

function button(label: string, fields: Record<string, string>): string {
  return `<form method="post">${hiddenFields(fields)}<button>${escaped(label)}</button></form>`;
}

export function answerPage({ fake }: { fake: FakeStripe }, asked: Asked, response: ServerResponse): void {
  const page = pageOf(fake, asked);
  if ('goTo' in page) return void response.writeHead(303, { location: page.goTo }).end();
  const { content, status, title } = page;
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style><main><p>Fake of Stripe: no money moves</p><h1>${escaped(title)}</h1>${content}</main></html>`,
    );
}

function pageOf(fake: FakeStripe, asked: Asked): Page {
  const [, kind, , id = ''] = asked.url.pathname.split('/');
  const found = fake.store.objects.get(id);
  if (kind === 'c' && found?.object === 'checkout.session')
    return checkoutPage(fake, found as CheckoutSession, asked);
  if (kind === 'p' && found?.object === 'billing_portal.session')
    return portalPage(fake, found as PortalSession, asked);
  if (kind === 'i') return { status: 200, title: 'Invoice', content: '<p>Here would be an invoice.</p>' };
  if (asked.url.pathname === '/') return accountPage(fake, asked);
  return { status: 404, title: 'Nothing here', content: '' };
}

function checkoutPage(fake: FakeStripe, session: CheckoutSession, { form, method, url }: Asked): Page {
  if (method === 'POST') {
    const card = text(form.card);
    if (asksHolder(card) && form.secure === undefined) return securePage(form);
    try {
      if (form.secure === 'fail') throw new Error('We are unable to authenticate your payment method.');
      return {
        goTo: fake.checkout.pay(session.id, { card, code: text(form.code), country: text(form.country) }),
      };
    } catch (error) {
      const words = escaped(error instanceof Error ? error.message : error);
      const again = `<p><a href="${escaped(url.pathname)}">Try again</a></p>`;
      return { status: 402, title: 'Not paid', content: `<p role="alert">${words}</p>${again}` };
    }
  }
  if (session.status !== 'open' || session.expires_at <= fake.store.now)
    return {
      status: 200,
      title: 'Not open',
      content: '<p>This page has been used already or has run out.</p>',
    };
  return {
    status: 200,
    title: titleOf(fake, session),
    content: payForm(fake, session),
  };
}

function titleOf(fake: FakeStripe, { amount_subtotal, amount_total, currency, id }: CheckoutSession): string {
  const days = fake.checkout.orders.get(id)?.subscription_data?.trial_period_days;
  if (days === undefined) return `Pay ${money(amount_total, currency)}`;
  return `Try ${days} days free, then pay ${money(amount_subtotal, currency)}`;
}

function payForm(fake: FakeStripe, session: CheckoutSession): string {
  const order = fake.checkout.orders.get(session.id) ?? {};
  const fields = [
    '<label>Card number<input name="card" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242"></label>',
    '<label>Country<input name="country" autocomplete="country" value="DE" maxlength="2"></label>',
    order.allow_promotion_codes ? '<label>Promotion code<input name="code"></label>' : '',
    order.consent_collection
      ? '<label><input type="checkbox" name="terms" required> I agree to the terms</label>'
      : '',
  ];
  const back = session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">Back</a></p>` : '';
  const cards =
    '<p>Good: 4242 4242 4242 4242. Declined: 4000 0000 0000 0002. Asks to confirm: 4000 0025 0000 3155. Declines later: 4000 0000 0000 0341.</p>';
  return `<form method="post">${fields.join('')}<button>Subscribe</button></form>${cards}${back}`;
}

function securePage(form: Form): Page {
  const fields = { card: text(form.card), code: text(form.code), country: text(form.country) };
  const confirm = button('Confirm payment', { ...fields, secure: 'confirm' });
  const fail = button('Fail payment', { ...fields, secure: 'fail' });
  return {
    status: 200,
    title: '3-D Secure',
    content: `<p>Your bank asks you to confirm.</p>${confirm}${fail}`,
  };
}

function portalPage(fake: FakeStripe, { customer, return_url }: PortalSession, asked: Asked): Page {
  if (asked.method === 'POST') {
    doInPortal(fake, customer, asked.form);
    return { goTo: asked.url.pathname };
  }
  const { store } = fake;
  const subscriptions = store.all('subscription').filter((one) => one.customer === customer);
  const own = subscriptions
    .filter(({ ended_at }) => ended_at === null)
    .map(({ cancel_at, id, status }) => {
      const end = cancel_at === null ? '' : `, ends ${day(cancel_at)}`;
      const deed =
        cancel_at === null
          ? button('Cancel subscription', { do: 'cancel', subscription: id })
          : button("Don't cancel subscription", { do: 'keep', subscription: id });
      return `<p>${escaped(status)}${end}</p>${deed}`;
    });
  const invoices = store
    .all('invoice')
    .filter((one) => one.customer === customer && one.number !== null)
    .map(
      ({ currency, number, status, total }) =>
        `<p>${escaped(number)} ${money(total, currency)} ${status}</p>`,
    );
  const card = `<form method="post">${hiddenFields({ do: 'card' })}<label>New card<input name="card" value="4242 4242 4242 4242"></label><button>Save card</button></form>`;
  const [taxId] = store.taxIds.get(customer) ?? [];
  const tax = `<form method="post">${hiddenFields({ do: 'tax' })}<label>Tax ID<input name="tax" value="${escaped(taxId?.value ?? '')}"></label><button>Save tax ID</button></form>`;
  const back = `<p><a href="${escaped(return_url ?? '/')}">Return</a></p>`;
  const content = [...own, card, tax, ...invoices, back].join('');
  return { status: 200, title: 'Your subscription', content };
}

function doInPortal(fake: FakeStripe, customer: string, form: Form): void {
  const { store, subscriptions } = fake;
  if (form.do === 'card') {
    store.cards.set(customer, /(?:0002|0341)\s*$/.test(text(form.card)) ? 'declines' : 'good');
    payOpenInvoices(store, customer);
    return;
  }
  if (form.do === 'tax') {
    const value = text(form.tax).trim();
    store.taxIds.set(customer, value === '' ? [] : [{ type: 'eu_vat', value }]);
    return;
  }
  const subscription = store.get(form.subscription, 'subscription');
  if (subscription.customer !== customer) return;
  // Stripe's own page lets go of a schedule before it cancels.
  const schedule = scheduleOf(store, subscription);
  if (schedule) releaseSchedule(store, schedule.id);
  const end = subscription.items.data[0]?.current_period_end ?? null;
  const isFlag = store.settings.cancelAs === 'flag';
  if (form.do === 'cancel')
    subscriptions.update(subscription, isFlag ? { cancel_at_period_end: true } : { cancel_at: end });
  if (form.do === 'keep') subscriptions.update(subscription, { cancel_at_period_end: false });
}

/** What a developer does in Stripe's dashboard: lets time pass, gives money back, opens and closes a dispute. */
function accountPage(fake: FakeStripe, { form, method }: Asked): Page {
  const { store, time } = fake;
  if (method === 'POST') {
    if (form.do === 'time') time.advance(store.now + Number(text(form.days)) * DAY);
    if (form.do === 'refund') refundCharge(store, { charge: text(form.charge) });
    if (form.do === 'dispute') disputeCharge(store, text(form.charge));
    if (form.do === 'won' || form.do === 'lost') closeDispute(store, text(form.dispute), form.do);
    return { goTo: '/' };
  }
  const customers = store.all('customer').map(({ email, id }) => {
    const states = store.all('subscription').filter((one) => one.customer === id);
    return `<p>${escaped(email ?? id)}: ${states.map(({ status }) => status).join(', ') || 'no subscription'}</p>`;
  });
  const charges = store
    .all('charge')
    .filter(({ paid }) => paid)
    .map((charge) => {
      const { amount, amount_refunded, currency, disputed, id } = charge;
      const refund = amount_refunded < amount ? button('Refund', { do: 'refund', charge: id }) : ' refunded';
      const dispute = disputed ? ' disputed' : button('Dispute', { do: 'dispute', charge: id });
      return `<p>${money(amount, currency)}</p>${refund}${dispute}`;
    });
  const disputes = store
    .all('dispute')
    .filter(({ status }) => status === 'needs_response')
    .flatMap(({ id }) => [
      button('Win the dispute', { do: 'won', dispute: id }),
      button('Lose the dispute', { do: 'lost', dispute: id }),
    ]);
  const clock = `<p>Its clock: ${day(store.now)}</p>${button('Let a day pass', { do: 'time', days: '1' })}${button('Let a month pass', { do: 'time', days: '31' })}`;
  return { status: 200, title: 'Account', content: [clock, ...customers, ...charges, ...disputes].join('') };
}
