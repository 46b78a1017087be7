/** What compiled messages call: plural forms, choices and numbers by the rules of a language (ICU, CLDR). */

type Forms = Readonly<Record<string, () => string>>;

let source = (): string => 'en';
const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** The language (BCP 47) of who reads now, for messages that are not given one. */
export function language(): string {
  return source();
}

/** Says where `language` is read: from the page in the browser, from the settings on the server. */
export function readLanguageFrom(next: () => string): void {
  source = next;
}

/** The form of a plural: an exact one ("=0") before that of the language's category. */
export function pluralForm(
  language: string,
  value: number,
  offset: number,
  type: 'cardinal' | 'ordinal',
  forms: Forms,
): string {
  const key = `${language} ${type}`;
  const rules = plurals.get(key) ?? new Intl.PluralRules(language, { type });
  plurals.set(key, rules);
  return chosenForm(forms[`=${value}`] ? `=${value}` : rules.select(value - offset), forms);
}

/** The form of that name, or the one for all others. */
export function chosenForm(name: string, forms: Forms): string {
  return (Object.hasOwn(forms, name) ? forms[name] : forms.other)?.() ?? '';
}

/** A number with the separators of the language. */
export function formatNumber(language: string, value: number): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}
