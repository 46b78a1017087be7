import type { MovedTo } from '#contract/courses/course-shapes';
import type { SectionValues } from '../form-values.ts';
import type { NewSection } from './add-section.tsx';

/** Moves a saved section to a place in another course. Rejects with why it stays. */
export type MoveAction = (
  section: SectionValues,
  place: { to: string; after: string | null; chapter: string },
) => Promise<MovedTo>;

/** Saves an added, duplicated, removed, restored or moved section at once; all but moving reject after having reported why. */
export interface SectionActions {
  add: (section: NewSection & Pick<SectionValues, 'chapter'>) => Promise<SectionValues>;
  /** Answers the copy, which is behind it. */
  duplicate: (section: SectionValues) => Promise<SectionValues>;
  remove: (section: SectionValues) => Promise<void>;
  restore: (section: SectionValues) => Promise<void>;
  move: MoveAction;
  /** Whether the section is saved as it stands in the form. */
  isSaved: (section: SectionValues) => boolean;
}
