import type { Selected, TextEdit } from './text-edit.ts';

/** The code block that a cursor is in, and where its head names the language. */
export interface CodeBlock {
  readonly language: string;
  readonly from: number;
  readonly to: number;
}

const FENCE = /^((?:[ \t]{0,3}>[ \t]?)*[ \t]*)(`{3,}|~{3,})([ \t]*)([^\s`]*)([^`\n]*)$/;

/** The code block around a selection, its first and last line included; null where there is none. */
export function codeBlockAt({ from, text, to }: Selected): CodeBlock | null {
  let open: { readonly sign: string; readonly start: number; readonly block: CodeBlock } | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const [, head = '', sign = '', space = '', language = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open === null) {
      // What comes further down can't be around it.
      if (start > from) return null;
      const at = start + head.length + sign.length + space.length;
      if (sign) open = { sign, start, block: { language, from: at, to: at + language.length } };
    } else if (sign.startsWith(open.sign) && language + rest.trim() === '') {
      if (from >= open.start && to <= end) return open.block;
      open = null;
    }
    start = end + 1;
  }
  return open && from >= open.start ? open.block : null;
}

/** Names another language in the head of a block; what is selected stays selected. */
export function changeLanguage(selected: Selected, block: CodeBlock, language: string): TextEdit {
  const by = language.length - (block.to - block.from);
  const moved = (at: number) =>
    at < block.from ? at : at <= block.to ? block.from + language.length : at + by;
  return {
    from: block.from,
    to: block.to,
    insert: language,
    select: [moved(selected.from), moved(selected.to)],
  };
}
