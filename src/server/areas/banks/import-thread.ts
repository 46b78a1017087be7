import { parentPort } from 'node:worker_threads';
import { FileRefused } from './formats/file-refused.ts';
import type { ImportTask } from './read-in-thread.ts';
import { readQuestions } from './read-questions.ts';

/** Reads files of questions beside the thread that answers everybody. */
parentPort?.on('message', ({ bytes, format }: ImportTask) => {
  try {
    parentPort?.postMessage({ questions: readQuestions(bytes, format) });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    parentPort?.postMessage({ refused: error.message });
  }
});
