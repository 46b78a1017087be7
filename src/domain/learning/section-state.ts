/** How far a learner is with a section. */
export const SECTION_STATES = ['new', 'started', 'done'] as const;
export type SectionState = (typeof SECTION_STATES)[number];

/** What was done with a section, in any order and however often it was told. */
export interface SectionProgress {
  /** The furthest part that was read, from 0 to 1. */
  readonly reached: number;
  readonly watchedSeconds: number;
  /** Length of the film in seconds; 0 while nobody knows. */
  readonly duration: number;
  /** Marked as done by the learner. */
  readonly marked: boolean;
}

export interface SectionFacts {
  readonly sectionType: 'lesson' | 'lab' | 'exam';
  /** Whether its film plays in our own player, which sees what is watched. */
  readonly isOwnVideo: boolean;
}

/** The part of a film that must really have been watched. */
const WATCHED = 0.9;

/**
 * Whether a section is done: a lesson when it was read to its end or marked, a film of our own player when nine tenths of
 * it were watched, a lab when it was marked; an exam is passed, never marked.
 */
export function isSectionDone(section: SectionFacts, progress: SectionProgress): boolean {
  const { duration, marked, reached, watchedSeconds } = progress;
  if (section.sectionType === 'exam') return false;
  if (section.isOwnVideo) return duration > 0 && watchedSeconds >= WATCHED * duration;
  return marked || (section.sectionType === 'lesson' && reached >= 1);
}
