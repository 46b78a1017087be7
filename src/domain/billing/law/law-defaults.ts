/** The member states of the European Union and of the European Economic Area (ISO 3166-1). */
const EEA = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

/** Where a school can be established; `other` stands for every country that we have no defaults for, '' for not chosen yet. */
export const COUNTRIES = ['', ...EEA, 'CH', 'GB', 'US', 'other'] as const;
export type Country = (typeof COUNTRIES)[number];

export interface LawSwitches {
  /** A page to withdraw from the contract at, and a link to it on every page. */
  readonly withdrawal: boolean;
  readonly withdrawalDays: number;
  /** A box at checkout to ask for access during the withdrawal period. */
  readonly beginNow: boolean;
  /** A page to cancel at without signing in. */
  readonly cancellation: boolean;
  /** The button that orders says that an order has to be paid. */
  readonly orderToPay: boolean;
}

/** What a country asks of contracts with consumers at a distance; a school can decide otherwise. */
export function lawDefaults(country: Country): LawSwitches {
  const isEea = (EEA as readonly string[]).includes(country);
  return {
    // Directive 2011/83/EU, articles 9 and 11a.
    withdrawal: isEea,
    withdrawalDays: 14,
    beginNow: isEea,
    // Section 312k of the German Civil Code.
    cancellation: country === 'DE',
    orderToPay: isEea,
  };
}
