import { REHEARSED, type Rehearsal } from './rehearsal.ts';

/** The steps of the set-up, in the order in which a school goes through them. */
export const SETUP_STEPS = [
  'key',
  'webhook',
  'prices',
  'portal',
  'tax',
  'terms',
  'country',
  'retries',
  'rehearsal',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What nobody but a person can confirm, where the provider's API does not say it. */
export const TICKED_STEPS = ['webhook', 'portal', 'tax', 'terms', 'retries'] as const;
export type TickedStep = (typeof TICKED_STEPS)[number];

export const SETUP_FAULTS = [
  'test-key-in-public',
  'webhook-none-yet',
  'webhook-silent',
  'webhook-unknown',
  'webhook-off',
  'webhook-events',
  'plans-without-price',
  'price-missing',
  'price-inactive',
  'price-differs',
  'portal-missing',
  'portal-cancel',
  'portal-switch',
  'portal-invoices',
  'portal-cards',
  'tax-pending',
  'country-missing',
  'rehearsal-payment',
  'rehearsal-cancellation',
  'rehearsal-refund',
] as const;
export type SetupFault = (typeof SETUP_FAULTS)[number];

/** `manual`: the provider does not say; `ticked`: a person says that it is done. */
export type SetupState = 'ok' | 'attention' | 'manual' | 'ticked';

export interface SetupCheck {
  readonly step: SetupStep;
  readonly state: SetupState;
  readonly faults: SetupFault[];
}

interface Price {
  readonly currency: string;
  readonly unitAmount: number;
  readonly interval: string;
}

export interface KnownSetup {
  readonly livemode: boolean;
  /** Whether the school stands at an address that is open to the world. */
  readonly isPublic: boolean;
  /** Where the school is established; '': nobody chose, so that no law is followed. */
  readonly country: string;
  readonly webhookUrl: string;
  readonly lastWebhookAt: Date | null;
  readonly hasSubscribers: boolean;
  readonly plansWithoutPrice: number;
  /** What is sold here, beside the same price at the provider; null: it is gone there. */
  readonly prices: readonly {
    readonly own: Price;
    readonly theirs: (Price & { readonly isActive: boolean }) | null;
  }[];
  readonly portal:
    | {
        readonly cancelsAtPeriodEnd: boolean;
        readonly switchesPlans: boolean;
        readonly showsInvoices: boolean;
        readonly updatesCards: boolean;
      }
    | 'missing'
    | null;
  readonly tax: { readonly isActive: boolean } | null;
  readonly endpoints:
    | readonly { readonly url: string; readonly isEnabled: boolean; readonly events: readonly string[] }[]
    | null;
  readonly ticks: ReadonlySet<string>;
  readonly rehearsal: Rehearsal;
}

/** Without these, something is learned an hour late. */
const EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'subscription_schedule.updated',
  'checkout.session.completed',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
];
const DAY_MS = 86_400_000;

/** What is as it must be, what somebody must look at, and what only a person can say. */
export function checkSetup(known: KnownSetup, now: Date): SetupCheck[] {
  return SETUP_STEPS.map((step) => {
    const faults = faultsOf(step, known, now);
    return { step, faults, state: stateOf(step, known, faults) };
  });
}

function stateOf(step: SetupStep, known: KnownSetup, faults: readonly SetupFault[]): SetupState {
  if (faults.length > 0) return 'attention';
  const isReadable =
    step === 'key' ||
    step === 'prices' ||
    step === 'country' ||
    step === 'rehearsal' ||
    (step === 'webhook' && known.lastWebhookAt !== null) ||
    (step === 'portal' && known.portal !== null) ||
    (step === 'tax' && known.tax !== null);
  if (isReadable) return 'ok';
  return known.ticks.has(step) ? 'ticked' : 'manual';
}

function faultsOf(step: SetupStep, known: KnownSetup, now: Date): SetupFault[] {
  switch (step) {
    case 'key':
      return known.isPublic && !known.livemode ? ['test-key-in-public'] : [];
    case 'webhook':
      return webhookFaults(known, now);
    case 'prices':
      return priceFaults(known);
    case 'portal':
      return portalFaults(known.portal);
    case 'tax':
      return known.tax && !known.tax.isActive ? ['tax-pending'] : [];
    case 'country':
      return known.country === '' ? ['country-missing'] : [];
    case 'rehearsal':
      return REHEARSED.filter((part) => !known.rehearsal[part]).map((part) => `rehearsal-${part}` as const);
    default:
      return [];
  }
}

function webhookFaults(
  { endpoints, hasSubscribers, lastWebhookAt, webhookUrl }: KnownSetup,
  now: Date,
): SetupFault[] {
  const faults: SetupFault[] = [];
  const own = endpoints?.find(({ url }) => url === webhookUrl);
  if (endpoints && !own) faults.push('webhook-unknown');
  if (own && !own.isEnabled) faults.push('webhook-off');
  if (own && EVENTS.some((event) => !covers(own.events, event))) faults.push('webhook-events');
  if (lastWebhookAt === null && hasSubscribers) faults.push('webhook-none-yet');
  // Where members subscribe, something happens at least once a month.
  if (lastWebhookAt && hasSubscribers && now.getTime() - lastWebhookAt.getTime() > 32 * DAY_MS)
    faults.push('webhook-silent');
  return faults;
}

function covers(events: readonly string[], event: string): boolean {
  return events.includes('*') || events.includes(event);
}

function priceFaults({ plansWithoutPrice, prices }: KnownSetup): SetupFault[] {
  const faults: SetupFault[] = [];
  if (plansWithoutPrice > 0) faults.push('plans-without-price');
  if (prices.some(({ theirs }) => theirs === null)) faults.push('price-missing');
  if (prices.some(({ theirs }) => theirs !== null && !theirs.isActive)) faults.push('price-inactive');
  if (prices.some(({ own, theirs }) => theirs !== null && !isSame(own, theirs))) faults.push('price-differs');
  return faults;
}

const isSame = (a: Price, b: Price) =>
  a.currency === b.currency && a.unitAmount === b.unitAmount && a.interval === b.interval;

function portalFaults(portal: KnownSetup['portal']): SetupFault[] {
  if (portal === null) return [];
  if (portal === 'missing') return ['portal-missing'];
  const faults: SetupFault[] = [];
  if (!portal.cancelsAtPeriodEnd) faults.push('portal-cancel');
  if (portal.switchesPlans) faults.push('portal-switch');
  if (!portal.showsInvoices) faults.push('portal-invoices');
  if (!portal.updatesCards) faults.push('portal-cards');
  return faults;
}
