import type { ElementContent } from 'hast';
import type { LostInPaste } from '#domain/writing/lost-in-paste';
import type { MarkName } from './paste-style.ts';

export interface Tidying {
  readonly lost: Set<LostInPaste>;
  /** How many levels headings go down: those of the page come first. */
  readonly down: number;
  /** The marks that words have already, or that mean nothing here. */
  readonly marks: readonly MarkName[];
}

export type TidyAll = (children: readonly ElementContent[], tidying: Tidying) => ElementContent[];
