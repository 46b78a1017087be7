/** What replaces the text between two positions. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with its edits made; they do not overlap. */
export function editText(source: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { end, start, text } of [...edits].sort((a, b) => a.start - b.start)) {
    done += source.slice(at, start) + text;
    at = end;
  }
  return done + source.slice(at);
}
