/** What compiled messages call: plural forms, choices and numbers by the rules of a language (ICU, CLDR). */

type Forms = Readonly<Record<string, () => string>>;

/** Scripts (ISO 15924) that living languages are written in from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

let source = (): string => 'en';

/** The language (BCP 47) of who reads now, for messages that are not given one. */
export function language(): string {
  return source();
}

/** Whether that language is read from left to right. */
export function readingDirection(of: string = language()): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(of).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** Says where `language` is read: from the page in the browser, from the settings on the server. */
export function readLanguageFrom(next: () => string): void {
  source = next;
}

/** A formatter of each language, made at its first use. */
export function perLanguage<Formatter>(make: (language: string) => Formatter): (of?: string) => Formatter {
  const made = new Map<string, Formatter>();
  return (of = language()) => {
    const formatter = made.get(of) ?? make(of);
    made.set(of, formatter);
    return formatter;
  };
}

const numbers = perLanguage((of) => new Intl.NumberFormat(of));
const plurals = {
  cardinal: perLanguage((of) => new Intl.PluralRules(of)),
  ordinal: perLanguage((of) => new Intl.PluralRules(of, { type: 'ordinal' })),
};

/** The form of a plural: an exact one ("=0") before that of the language's category. */
export function pluralForm(
  language: string,
  value: number,
  offset: number,
  type: 'cardinal' | 'ordinal',
  forms: Forms,
): string {
  const exact = `=${value}`;
  return chosenForm(forms[exact] ? exact : plurals[type](language).select(value - offset), forms);
}

/** The form of that name, or the one for all others. */
export function chosenForm(name: string, forms: Forms): string {
  return (Object.hasOwn(forms, name) ? forms[name] : forms.other)?.() ?? '';
}

/** A number with the separators of the language. */
export function formatNumber(language: string, value: number): string {
  return numbers(language).format(value);
}
