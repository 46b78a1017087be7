/** What a signed-in person is called in the sidebar and the profile (spec section 3). */
export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];
