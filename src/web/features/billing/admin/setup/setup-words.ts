import type { SetupFault, SetupState, SetupStep } from '#domain/billing/setup-check';
import { m } from '#web/lib/messages.ts';

export const STATE_WORDS: Record<SetupState, () => string> = {
  ok: m.billing_admin_check_ok,
  attention: m.billing_admin_check_attention,
  manual: m.billing_setup_manual,
  ticked: m.billing_setup_ticked,
};

/** What each step is, and what to do where only a person can tell. */
export const STEP_WORDS: Record<SetupStep, { label: () => string; text: () => string }> = {
  key: { label: m.billing_setup_key, text: m.billing_setup_key },
  webhook: { label: m.billing_setup_webhook, text: m.billing_setup_webhook_text },
  prices: { label: m.billing_setup_prices, text: m.billing_setup_prices },
  portal: { label: m.billing_setup_portal, text: m.billing_setup_portal_text },
  tax: { label: m.billing_setup_tax, text: m.billing_setup_tax_text },
  terms: { label: m.billing_setup_terms, text: m.billing_setup_terms_text },
  country: { label: m.billing_setup_country, text: m.billing_setup_country },
  rehearsal: { label: m.billing_setup_rehearsal, text: m.billing_setup_rehearsal },
  retries: { label: m.billing_setup_retries, text: m.billing_setup_retries_text },
};

export const FAULT_WORDS: Record<SetupFault, () => string> = {
  'test-key-in-public': m.billing_setup_test_key,
  'webhook-none-yet': m.billing_setup_webhook_none,
  'webhook-silent': m.billing_setup_webhook_silent,
  'webhook-unknown': m.billing_setup_webhook_unknown,
  'webhook-off': m.billing_setup_webhook_off,
  'webhook-events': m.billing_setup_webhook_events,
  'plans-without-price': m.billing_setup_no_price,
  'price-missing': m.billing_setup_price_missing,
  'price-inactive': m.billing_setup_price_inactive,
  'price-differs': m.billing_setup_price_differs,
  'portal-missing': m.billing_setup_portal_missing,
  'portal-cancel': m.billing_setup_portal_cancel,
  'portal-switch': m.billing_setup_portal_switch,
  'portal-invoices': m.billing_setup_portal_invoices,
  'portal-cards': m.billing_setup_portal_cards,
  'tax-pending': m.billing_setup_tax_pending,
  'country-missing': m.billing_setup_country_missing,
  'rehearsal-payment': m.billing_setup_rehearsal_payment,
  'rehearsal-cancellation': m.billing_setup_rehearsal_cancellation,
  'rehearsal-refund': m.billing_setup_rehearsal_refund,
};
