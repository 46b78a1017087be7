/** The chore that compares those whose payments may change with the provider, every hour. */
export const COMPARE_CHORE = 'compare payments';
/** The chore that looks how payment commands went which nobody heard of. */
export const FOLLOW_UP_CHORE = 'follow up payments';
/** The chore that compares everybody, every week and whenever an administrator asks for it. */
export const COMPARE_ALL_CHORE = 'compare all payments';
