import { SIGNED } from './signatures.ts';

/** The same text with the signatures that its files have in a newer one. */
export function withSignaturesOf(newer: string, text: string): string {
  const found = new Map([...newer.matchAll(SIGNED)].map(([signed, plain]) => [plain, signed]));
  return text.replace(SIGNED, (signed, plain: string) => found.get(plain) ?? signed);
}
