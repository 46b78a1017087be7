/** Of a course or post. */
export const MAX_SECTIONS = 500;
