/** What a support session is started for: to look only, or to make some changes as well. */
export const SUPPORT_MODES = ['look', 'change'] as const;
export type SupportMode = (typeof SUPPORT_MODES)[number];

/** What a procedure does in a support session: it ends it, or it changes what an administrator may change for the user. */
export type SupportUse = 'end' | 'change';
