import { useState } from 'react';

/** What a question does when it is agreed to: the work that is under way, or null where it was done at once. */
export type Agreed = () => Promise<unknown> | null;

/** Work that is not started again while it is under way: who clicks twice does it once. */
export function useHeld(work: Agreed): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false);
  const run = () => {
    const underWay = busy ? null : work();
    if (!underWay) return;
    setBusy(true);
    void underWay.finally(() => setBusy(false));
  };
  return { busy, run };
}
