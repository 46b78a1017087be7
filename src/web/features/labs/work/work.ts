import type { LabWork } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'refused';

/** Work that another page has. */
export interface OtherWork extends LabWork {
  /** Under this name a page that is closed kept it; otherwise the server has it. */
  readonly keptAs?: string;
}

/** What is true at this moment, whatever React has drawn. */
export interface Now {
  files: LabFiles;
  version: number;
  isSaved: boolean;
  /** Fingerprints of all that was sent since the last answer: the server may have any of it. */
  unanswered: readonly string[];
  /** Nothing is sent: the learner is asked. */
  isHeld: boolean;
}

export interface Work {
  readonly files: LabFiles;
  /** Counts up when other files took the place of those that were shown. */
  readonly revision: number;
  readonly state: SaveState;
  /** Whether what isn't saved outlives this page. */
  readonly isKept: boolean;
  /** Another version, from another page; nothing is saved until one of the two is chosen. */
  readonly conflict: OtherWork | null;
  readonly change: (file: string, text: string) => void;
  /** Adds, renames, or takes away files; the text of the others stays. */
  readonly edit: (make: (files: LabFiles) => LabFiles) => void;
  /** Sends what is not sent; answers the version that the server has then, or null when it does not have all. */
  readonly save: () => Promise<number | null>;
  /** Before a request that saves these files in another way: if its answer is lost, they are no conflict. */
  readonly expect: (files: LabFiles) => void;
  /** Takes other files instead: `saved` is what the server has of them already. */
  readonly replace: (files: LabFiles, saved?: LabWork) => void;
  readonly keepMine: () => void;
  readonly takeOther: () => void;
  /** Closes the question; the next save asks it again. */
  readonly postpone: () => void;
  /** What the server answered: where another version is there, it asks which one to keep. Answers whether it did. */
  readonly conflictWith: (error: unknown) => boolean;
}
