import { fold } from '../fold.ts';

/** A slug made of a title: lower-case words of plain letters and digits with single hyphens (spec section 3). */
export function slugOf(title: string): string {
  const words = fold(title).replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/ø/g, 'o').replace(/ł/g, 'l');
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '');
}

/** What a name with a number begins with, short enough that both fit into 100 characters. */
export function stemOf(name: string): string {
  return name.slice(0, 90).replace(/-+$/, '');
}

/** The first free one of `wanted`, `wanted-2`, `wanted-3`, …, the numbered ones on the stem of a long name. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${stemOf(wanted)}-${number}`;
    if (!isTaken(name)) return name;
  }
}
