import { useRef } from 'react';
import { isSame } from '#domain/merge-versions';

/** Tells whether all that stands in a form is on its way to the server: then nothing is lost by leaving it. */
export function useSent<Values>(typed: () => Values) {
  const sent = useRef<Values | null>(null);
  const answered = useRef<Promise<void>>(undefined);
  return {
    isSent: () => sent.current !== null && isSame(typed(), sent.current),
    /** Waits until what is being sent has its answer. */
    settled: async () => answered.current,
    /** `values`: what stood in the form when the work began. */
    sending: async <Result>(values: Values, work: () => Promise<Result>): Promise<Result> => {
      sent.current = structuredClone(values);
      const { promise, resolve } = Promise.withResolvers<void>();
      answered.current = promise;
      try {
        return await work();
      } finally {
        sent.current = null;
        resolve();
      }
    },
  };
}
