import { Fragment } from 'react';
import classes from './documentation.module.css';
import { markWords } from './search-documentation.ts';

interface WordsProps {
  words: readonly string[];
}

interface Block {
  readonly tag: 'p' | 'ul' | 'ol';
  readonly lines: string[];
}

/** A line of a list with its sign, a hyphen or the number of a step, apart. */
const ITEM = /^(?:-|(\d+)\.) (.*)$/;

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    const [, number, item] = ITEM.exec(line) ?? [];
    const tag = item === undefined ? 'p' : number === undefined ? 'ul' : 'ol';
    const last = blocks.at(-1);
    if (tag !== 'p' && last?.tag === tag) last.lines.push(item ?? line);
    else blocks.push({ tag, lines: [item ?? line] });
  }
  return blocks;
}

/** The text of an entry: paragraphs, lists, steps, code, with the hits of a search marked. */
export function DocumentationText({ text, words }: WordsProps & { text: string }) {
  return (
    <div className={classes.text}>
      {blocksOf(text).map(({ lines, tag: Tag }) => (
        <Tag key={lines[0]}>
          {Tag === 'p'
            ? lines.map((line) => <Line key={line} text={line} words={words} />)
            : lines.map((line) => (
                <li key={line}>
                  <Line text={line} words={words} />
                </li>
              ))}
        </Tag>
      ))}
    </div>
  );
}

const PARTS = /(`[^`]+`|\*\*[^*]+\*\*)/;

/** One line: what stands between back quotes is code, between pairs of stars a name of the product. */
function Line({ text, words }: WordsProps & { text: string }) {
  return text.split(PARTS).map((part, index) => {
    const isName = part.startsWith('**');
    const Tag = isName ? 'strong' : part.startsWith('`') ? 'code' : Fragment;
    const bare = isName ? part.slice(2, -2) : Tag === 'code' ? part.slice(1, -1) : part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
      <Tag key={index}>
        <Marked text={bare} words={words} />
      </Tag>
    );
  });
}

export function Marked({ text, words }: WordsProps & { text: string }) {
  return markWords(text, words).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move.
    piece.isHit ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  );
}
