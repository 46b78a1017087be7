import type { Criterion } from '../../marking/rubric.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { FILE_KINDS, type FileKind } from './file-kinds.ts';

export interface FileQuestion extends Asked {
  readonly kind: 'file';
  readonly accept: readonly FileKind[];
  readonly maxMegabytes: number;
  /** Without one the marker gives the points. */
  readonly rubric: readonly Criterion[];
}

/** A file that a person marks. The answer names what was uploaded: `{ file, name }`. */
export const file: Kind<FileQuestion> = {
  empty: (head) => ({ ...head, kind: 'file', accept: ['pdf'], maxMegabytes: 5, rubric: [] }),
  isMarkedByHand: true,
  grade: () => 0,
  toPaper: ({ accept, maxMegabytes }) => ({
    ...NO_PARTS,
    upload: { maxMegabytes, endings: accept.flatMap((kind) => FILE_KINDS[kind].endings) },
  }),
  toKey: () => '',
};
