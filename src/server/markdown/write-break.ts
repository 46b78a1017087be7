import type { Options } from 'remark-stringify';

type Handlers = NonNullable<Options['handlers']>;

/** A single break is a new line, as our Markdown reads it; of several in a row each needs its own sign. */
export const writeBreak: NonNullable<Handlers['break']> = (node, parent, state) => {
  const inLine = state.stack.some((name) => name === 'tableCell' || name.startsWith('heading'));
  if (inLine) return ' ';
  const siblings = parent?.children ?? [];
  const at = siblings.indexOf(node);
  const isAlone = siblings[at - 1]?.type !== 'break' && siblings[at + 1]?.type !== 'break';
  return isAlone && at > 0 ? '\n' : '\\\n';
};
