import { parentPort } from 'node:worker_threads';
import { readLanguageFrom } from '#domain/language';
import { FileRefused } from '../formats/file-refused.ts';
import type { ImportReply, ThreadTask } from './read-in-thread.ts';
import { readQuestions } from './read-questions.ts';

const REPORT_EACH_MS = 200;

/** Reads files of questions beside the thread that answers everybody. */
parentPort?.on('message', async ({ bytes, format, language }: ThreadTask) => {
  readLanguageFrom(() => language);
  let reported = performance.now();
  const onQuestion = (done: number, total: number) => {
    if (performance.now() - reported < REPORT_EACH_MS) return;
    reported = performance.now();
    reply({ done, total });
  };
  try {
    const file = await readQuestions(bytes, format, onQuestion);
    reply(
      { file },
      file.pictures.map((picture) => picture.bytes.buffer),
    );
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    reply({ refused: error.message });
  }
});

function reply(message: ImportReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
