import { useState } from 'react';

/** Does what must not be left before its reply is here. */
export type Hold = (work: () => Promise<void>) => Promise<void>;

/**
 * For a dialog that ends with what is shown this once: Escape or a click beside it closes at the second time only, and not
 * before it is here.
 */
export function useShownOnce(onClose: () => void) {
  /** Whether it is on the screen, and whether somebody was about to leave it. */
  const [state, setState] = useState<'shown' | 'warned' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setState(null);
    onClose();
  };
  const leave = () => {
    if (isBusy) return;
    if (state === 'shown') setState('warned');
    else close();
  };
  const hold: Hold = async (work) => {
    setIsBusy(true);
    try {
      await work();
    } finally {
      setIsBusy(false);
    }
  };
  return { close, hold, isWarned: state === 'warned', leave, show: () => setState('shown') };
}
