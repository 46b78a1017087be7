import { useRef } from 'react';
import { isSame } from '#domain/merge-versions';

/** Tells whether all that stands in a form is on its way to the server: then nothing is lost by leaving it. */
export function useSent<Values>(typed: () => Values) {
  const sent = useRef<Values | null>(null);
  return {
    isSent: () => sent.current !== null && isSame(typed(), sent.current),
    /** `values`: what stood in the form when the work began. */
    sending: async <Result>(values: Values, work: () => Promise<Result>): Promise<Result> => {
      sent.current = structuredClone(values);
      try {
        return await work();
      } finally {
        sent.current = null;
      }
    },
  };
}
