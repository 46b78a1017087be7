/** What pasted HTML can have that Markdown can't hold. */
export const LOST_IN_PASTE = [
  'pictures',
  'colors',
  'alignment',
  'cells',
  'embeds',
  'forms',
  'comments',
  'drawings',
  'math',
  'links',
] as const;
export type LostInPaste = (typeof LOST_IN_PASTE)[number];
