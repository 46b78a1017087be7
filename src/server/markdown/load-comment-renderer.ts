import { setImmediate as nextTurn } from 'node:timers/promises';

type CommentRenderer = typeof import('./render-comment.ts');

/** What renders a comment, in pieces: all at once takes 100 ms, in which nobody is answered. */
const PIECES = [
  () => import('unified'),
  () => import('remark-parse'),
  () => import('remark-rehype'),
  () => import('rehype-stringify'),
];

let loaded: Promise<CommentRenderer> | undefined;

/** Loads render-comment.ts when the first comment is written; others are answered between the pieces. */
export function loadCommentRenderer(): Promise<CommentRenderer> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<CommentRenderer> {
  for (const piece of PIECES) {
    await piece();
    await nextTurn();
  }
  return import('./render-comment.ts');
}
