const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK';
const OTHERS =
  'US usd, GB gbp, CH chf, LI chf, CA cad, AU aud, NZ nzd, JP jpy, SE sek, NO nok, DK dkk, PL pln, CZ czk, HU huf, RO ron, IN inr, BR brl, MX mxn, SG sgd, HK hkd, KR krw, ZA zar';

const CURRENCIES = new Map([
  ...EURO.split(' ').map((region): [string, string] => [region, 'eur']),
  ...OTHERS.split(', ').map((pair) => pair.split(' ') as [string, string]),
]);

/** What most people pay in where a language tag (BCP 47) with a region is spoken: "de-CH" is "chf". Null: not known. */
export function currencyOfLocale(locale: string): string | null {
  try {
    return CURRENCIES.get(new Intl.Locale(locale).region ?? '') ?? null;
  } catch {
    return null;
  }
}

/** The currency that prices are shown in: the one that binds, the one that was chosen, the one of the region, or the first. */
export function shownCurrency(
  sold: readonly string[],
  wishes: {
    /** Of a customer who has paid: nothing else can be charged. */
    readonly bound: string | null;
    readonly chosen: string | null;
    readonly locale: string | null;
  },
): string | undefined {
  const { bound, chosen, locale } = wishes;
  if (bound !== null) return bound;
  if (chosen !== null && sold.includes(chosen)) return chosen;
  const local = locale === null ? null : currencyOfLocale(locale);
  return local !== null && sold.includes(local) ? local : sold[0];
}
