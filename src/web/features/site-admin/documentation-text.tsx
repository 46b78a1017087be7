import { Fragment, type ReactNode } from 'react';
import classes from './documentation.module.css';
import { markWords } from './search-documentation.ts';

interface WordsProps {
  words: readonly string[];
}

/** The text of an entry: paragraphs, lists, code, with the hits of a search marked. */
export function DocumentationText({ text, words }: WordsProps & { text: string }) {
  const blocks: ReactNode[] = [];
  let list: string[] = [];
  const endList = () => {
    if (list.length === 0) return;
    const entries = list;
    blocks.push(
      <ul key={blocks.length}>
        {entries.map((entry) => (
          <li key={entry}>
            <Line text={entry} words={words} />
          </li>
        ))}
      </ul>,
    );
    list = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) {
      list.push(line.slice(2));
      continue;
    }
    endList();
    blocks.push(
      <p key={blocks.length}>
        <Line text={line} words={words} />
      </p>,
    );
  }
  endList();
  return <div className={classes.text}>{blocks}</div>;
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
