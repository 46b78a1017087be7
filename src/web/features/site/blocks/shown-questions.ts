/** How many questions of the FAQ page the landing page shows. */
export const SHOWN_QUESTIONS = 6;
