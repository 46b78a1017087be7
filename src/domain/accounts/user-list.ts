/** The orders in which administrators can read the list of users. */
export const USER_SORTS = ['newest', 'oldest', 'name', 'email'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** What an account is at the moment: usable, waiting for its owner to confirm the address, or closed by an administrator. */
export const USER_STATES = ['active', 'unconfirmed', 'disabled'] as const;
export type UserState = (typeof USER_STATES)[number];
