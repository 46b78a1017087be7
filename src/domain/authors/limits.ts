/** The most authors that one course or post names. */
export const MAX_AUTHORS = 10;
export const MAX_BIO = 1000;
