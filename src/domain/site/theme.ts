import { ownAccent } from './own-color.ts';

/** The theme of a school (spec section 9): what a person sees who has not chosen, and the colour of what can be done. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const ACCENTS = ['blue', 'green', 'purple', 'amber'] as const;
export type Accent = (typeof ACCENTS)[number];

/** What headings and text are set in: serif headings over plain text, or one of the two for both. */
export const FONT_PAIRS = ['classic', 'sans', 'serif'] as const;
export type FontPair = (typeof FONT_PAIRS)[number];

/** The accent on white paper, as accents.css has it. */
const ON_PAPER: Readonly<Record<Accent, string>> = {
  blue: '#24468f',
  green: '#145439',
  purple: '#502f88',
  amber: '#6b430b',
};

/** The color of the school where there are no styles: in mails, certificates, and icons. White text on it can be read. */
export function accentOnPaper(accent: Accent, own: string): string {
  return own ? ownAccent(own).light : ON_PAPER[accent];
}
