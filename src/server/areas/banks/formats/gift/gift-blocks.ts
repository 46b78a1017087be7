import { cut } from '#domain/cut';
import { refuseMany } from '../imported.ts';

/** One question of a GIFT file, or a line that names the category of those after it. */
export interface GiftBlock {
  readonly line: number;
  readonly text: string;
  /** What the comments before it say. */
  readonly id: string;
  readonly tags: readonly string[];
}

const ID = /\[id:((?:\\\]|[^\]])+)\]/;
const TAG = /\[tag:((?:\\\]|[^\]])+)\]/g;

/** Blocks between empty lines. A category stands on a line of its own and needs none around it. */
export function giftBlocks(text: string): GiftBlock[] {
  const blocks: GiftBlock[] = [];
  let lines: string[] = [];
  let comments: string[] = [];
  let from = 1;
  const end = () => {
    const block = lines.join('\n').trim();
    if (block !== '') {
      blocks.push({ line: from, text: block, ...fromComments(comments.join('\n')) });
      comments = [];
    }
    refuseMany(blocks.length);
    lines = [];
  };
  for (const [index, given] of text.split('\n').entries()) {
    const line = given.trim();
    const isCategory = line.startsWith('$CATEGORY:');
    if (line === '' || isCategory) end();
    if (line.startsWith('//')) comments.push(line);
    else if (line !== '') {
      if (lines.length === 0) from = index + 1;
      lines.push(given);
    }
    if (isCategory) end();
  }
  end();
  return blocks;
}

function fromComments(comments: string): Pick<GiftBlock, 'id' | 'tags'> {
  const plain = (text = '') => text.replace(/\\\]/g, ']').trim();
  return {
    id: plain(ID.exec(comments)?.[1]),
    tags: [...comments.matchAll(TAG)].map(([, tag]) => cut(plain(tag), 60)).filter((tag) => tag !== ''),
  };
}
