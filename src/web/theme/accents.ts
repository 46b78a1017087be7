/** The colours a school may choose from (spec section 2, theme settings). Their shades are in accents.css. */
export const ACCENTS = ['blue', 'green', 'purple', 'amber'] as const;
export type Accent = (typeof ACCENTS)[number];
