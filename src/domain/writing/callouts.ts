/** The kinds of callouts, as GitHub's Markdown names them: `> [!NOTE]`. */
export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type Callout = (typeof CALLOUTS)[number];
