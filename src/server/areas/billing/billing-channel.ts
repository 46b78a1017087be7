/** Wakes the relay: a notice of the provider came, or what a team has paid for changed. */
export const BILLING_CHANNEL = 'billing';
