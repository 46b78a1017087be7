import { parentPort } from 'node:worker_threads';
import { toHtml } from './to-html.ts';

export interface WorkerRequest {
  readonly id: number;
  readonly sources: readonly string[];
}
export type WorkerReply =
  | { readonly id: number; readonly html: string[] }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', async ({ id, sources }: WorkerRequest) => {
  try {
    const html: string[] = [];
    for (const source of sources) html.push(await toHtml(source));
    parentPort?.postMessage({ id, html } satisfies WorkerReply);
  } catch (error) {
    parentPort?.postMessage({
      id,
      error: error instanceof Error ? error.message : String(error),
    } satisfies WorkerReply);
  }
});
