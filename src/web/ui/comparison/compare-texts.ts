import { diffLines, diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly text: string;
  /** Whether this very piece differs, or only stands on a line that does. */
  readonly isChanged: boolean;
}
export type Block =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'skipped'; readonly lines: number }
  | { readonly kind: 'removed' | 'added'; readonly pieces: readonly Piece[] };

/** Unchanged lines that are shown around a change. */
const AROUND = 2;
const WORDS_MS = 300;

/** What was removed and added between two texts, line by line, with the words inside changed lines marked. */
export function compareTexts(from: string, to: string): Block[] {
  const changes = diffLines(ended(from), ended(to));
  const blocks: Block[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) continue;
    if (!change.added && !change.removed) {
      blocks.push(...shorten(change.value, at === 0, at === changes.length - 1));
    } else if (change.removed && next?.added) {
      blocks.push(...compareWords(change.value, next.value));
      at += 1;
    } else {
      const pieces = [{ text: withoutEnd(change.value), isChanged: true }];
      blocks.push({ kind: change.added ? 'added' : 'removed', pieces });
    }
  }
  return blocks;
}

function compareWords(from: string, to: string): Block[] {
  const [old, now] = [withoutEnd(from), withoutEnd(to)];
  const words = diffWordsWithSpace(old, now, { timeout: WORDS_MS });
  const side = (kind: 'removed' | 'added', text: string): Block => {
    const other = kind === 'removed' ? 'added' : 'removed';
    const pieces = words
      ?.filter((word) => !word[other])
      .map((word) => ({ text: word.value, isChanged: Boolean(word[kind]) }));
    return { kind, pieces: pieces ?? [{ text, isChanged: true }] };
  };
  return [side('removed', old), side('added', now)];
}

function shorten(text: string, isFirst: boolean, isLast: boolean): Block[] {
  const lines = withoutEnd(text).split('\n');
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const skipped = lines.length - head - tail;
  if (isFirst && isLast) return [];
  if (skipped <= 1) return [{ kind: 'same', text: lines.join('\n') }];
  const blocks: Block[] = [
    { kind: 'same', text: lines.slice(0, head).join('\n') },
    { kind: 'skipped', lines: skipped },
    { kind: 'same', text: lines.slice(lines.length - tail).join('\n') },
  ];
  return blocks.filter((block) => block.kind !== 'same' || block.text !== '');
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
const withoutEnd = (text: string) => text.replace(/\n$/, '');
