/** Header of a call from a page: the id of the user whose account the page shows. */
export const PAGE_USER_HEADER = 'x-page-user';
