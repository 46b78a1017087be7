/** The theme of a school (spec section 9): what a person sees who has not chosen, and the colour of what can be done. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const ACCENTS = ['blue', 'green', 'purple', 'amber'] as const;
export type Accent = (typeof ACCENTS)[number];
