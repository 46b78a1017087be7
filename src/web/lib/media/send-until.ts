import { PAGE_LEFT } from './page-left.ts';
import { type LargeUpload, sendLargeFile } from './send-large-file.ts';

export interface Sending {
  /** How much has arrived, from 0 to 1. */
  readonly share: number;
  readonly isPaused: boolean;
  readonly pause: () => void;
  readonly resume: () => void;
}

export interface Until {
  /** Ends it, from the first moment on; what has arrived is given up, except for the reason PAGE_LEFT. */
  readonly signal: AbortSignal;
  readonly onChange: (sending: Sending) => void;
}

/** Sends a file in pieces until all of it has arrived; answers its id. Fails with ApiError or TypeError, and when the signal ends it. */
export async function sendUntil(
  file: File,
  owner: string | null,
  { onChange, signal }: Until,
): Promise<{ id: string } & Pick<LargeUpload, 'forget'>> {
  let share = 0;
  let isPaused = false;
  const report = () => onChange({ share, isPaused, pause: turn(true), resume: turn(false) });
  const large = await sendLargeFile(file, owner, (arrived) => {
    share = arrived;
    if (!isPaused) report();
  });
  const turn = (to: boolean) => () => {
    isPaused = to;
    if (to) large.pause();
    else large.resume();
    report();
  };
  report();
  const end = () => (signal.reason === PAGE_LEFT ? large.leave() : large.cancel());
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // What has arrived is not given up any more.
  const id = await large.sent.finally(() => signal.removeEventListener('abort', end));
  return { id, forget: large.forget };
}
