import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled } from '#domain/labs/player';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import type { Assets, FromRunner, ToRunner } from '../protocol.ts';

interface Worker {
  onmessage: ((event: { readonly data: ToRunner }) => void) | null;
  postMessage(message: FromRunner): void;
}

/** What a bundle offers: one of the two. */
export interface Served {
  ask?(question: TimedQuestion, onPrinted: (text: string) => void): Promise<Answer>;
  compile?(files: LabFiles, typecheck: LabSpec['typecheck']): Promise<Compiled>;
}

/** Gives the page an asset that was made here, for the next worker. */
export type Keep = (name: string, content: ArrayBuffer) => void;

/** The worker of a bundle: assets first, then questions one after the other. */
export function serve(make: (assets: Assets, keep: Keep) => Promise<Served>): void {
  const worker = globalThis as unknown as Worker;
  let served: Served = {};
  const hear = async (message: ToRunner): Promise<FromRunner | undefined> => {
    if (message.type === 'start') {
      served = await make(message.assets, (name, content) =>
        worker.postMessage({ type: 'made', name, content }),
      );
      return { type: 'ready' };
    }
    if (message.type === 'ask' && served.ask) {
      const { id } = message;
      const onPrinted = (text: string) => worker.postMessage({ type: 'printed', id, text });
      return { type: 'answer', id, answer: await served.ask(message.question, onPrinted) };
    }
    if (message.type === 'compile' && served.compile) {
      const compiled = await served.compile(message.files, message.typecheck);
      return { type: 'compiled', id: message.id, compiled };
    }
    return undefined;
  };
  let last: Promise<unknown> = Promise.resolve();
  worker.onmessage = ({ data }) => {
    last = last
      .then(() => hear(data))
      .then(
        (reply) => reply && worker.postMessage(reply),
        (error: unknown) => worker.postMessage({ type: 'broken', message: String(error) }),
      );
  };
}
