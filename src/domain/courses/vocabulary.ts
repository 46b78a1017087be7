/** Difficulty levels, section kinds and content types of a course (spec section 9). */
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];

export const SECTION_TYPES = ['lesson', 'lab', 'exam'] as const;
export type SectionType = (typeof SECTION_TYPES)[number];

export const CONTENT_TYPES = ['text', 'video'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Of a course or post. */
export const MAX_SECTIONS = 500;
