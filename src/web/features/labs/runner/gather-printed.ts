/** A screen that is redrawn for every line of a long output would be slower than the program. */
const EVERY_MS = 50;

/** Passes on what is printed, now and then in one piece, until the signal ends it. */
export function gatherPrinted(report: (text: string) => void, signal: AbortSignal): (text: string) => void {
  let waiting = '';
  return (text) => {
    if (waiting === '')
      setTimeout(() => {
        const gathered = waiting;
        waiting = '';
        if (!signal.aborted) report(gathered);
      }, EVERY_MS);
    waiting += text;
  };
}
