/** How far the smaller sizes of a video are. */
export const RENDITION_STATES = ['waiting', 'making', 'ready', 'failed'] as const;
export type RenditionState = (typeof RENDITION_STATES)[number];

/** Why there are none: the file can't be read, it took too long, the disk or the library is full, or the program failed. */
export const RENDITION_FAULTS = ['unreadable', 'timeout', 'disk', 'full', 'failed'] as const;
export type RenditionFault = (typeof RENDITION_FAULTS)[number];

/** How often making them is tried by itself. */
export const MAX_RENDITION_ATTEMPTS = 3;
