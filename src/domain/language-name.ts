/** What a language is called by those who speak it: "Deutsch". */
export function languageName(of: string): string {
  return new Intl.DisplayNames([of], { type: 'language' }).of(of) ?? of;
}
