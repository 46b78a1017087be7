import { parentPort } from 'node:worker_threads';
import { commentHtml } from './comment-html.ts';

/** Renders one comment after the other, beside the thread that answers everybody. */
parentPort?.on('message', (markdown: string) => parentPort?.postMessage(commentHtml(markdown)));
