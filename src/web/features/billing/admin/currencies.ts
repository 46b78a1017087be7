/** The currencies that prices and coupons are offered in. */
export const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'cad', 'aud', 'jpy'] as const;
