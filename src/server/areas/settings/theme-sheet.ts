import { ownAccent } from '#domain/site/own-color';

/** The style sheet with the shades of a school's own color. It says all in its address, and never changes. */
export function themeSheet(color: string): string {
  const shades = ownAccent(color).shades.map((shade, index) => `--accent-${index}:${shade}`);
  return `:root[data-accent='own']{${shades.join(';')}}\n`;
}
