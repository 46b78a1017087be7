import type { Selected, TextEdit } from './text-edit.ts';

/** A link in the place of the selection. Signs that would end its words early are escaped. */
export function insertLink({ from, to }: Selected, words: string, address: string): TextEdit {
  const insert = `[${words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]]/g, (sign) => `\\${sign}`)}](${address})`;
  const cursor = from + insert.length;
  return { from, to, insert, select: [cursor, cursor] };
}

const KNOWN = /^(?:https?:\/\/\S+|mailto:\S+@\S+|\/(?![/\\])\S*|#\S+)$/i;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:]\S*)?$/u;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An address as a link takes it, with what is usually left out; null where it is none. */
export function linkAddress(typed: string): string | null {
  const address = typed.trim().replaceAll('(', '%28').replaceAll(')', '%29');
  if (KNOWN.test(address)) return address;
  if (MAIL.test(address)) return `mailto:${address}`;
  return DOMAIN.test(address) ? `https://${address}` : null;
}
