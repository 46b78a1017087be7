import type { Selected, TextEdit } from '#domain/writing/text-edit';

/** What the toolbar asks of whatever the text is written in. */
export interface WritingSurface {
  selected(): Selected;
  /** As one step that can be undone. */
  apply(edit: TextEdit): void;
  focus(): void;
  undo(): void;
  redo(): void;
}

/** What a surface is given. */
export interface SurfaceProps {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  value: string;
  onChange: (value: string) => void;
  onBlur: (() => void) | undefined;
  /** Files that were pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
  /** HTML that was pasted; its words stand at `at` already. */
  onHtml: (html: string, pasted: Pasted) => void;
  onTool: (id: string) => void;
}

/** Plain text that was pasted, and where it stands. */
export interface Pasted {
  readonly text: string;
  readonly at: number;
}
