import { perLanguage } from '#domain/language';

const list = perLanguage((of) => new Intl.ListFormat(of, { type: 'conjunction' }));

/** Names as a sentence lists them: "Basic and Premium". */
export function formatList(names: readonly string[]): string {
  return list().format(names);
}
