/** How long somebody who leaves waits for the answer to a save before they are asked, in ms. */
const PATIENCE_MS = 5000;
/** By then, React has drawn what the answer changed. */
const DRAWN_MS = 50;

/** What is asked at the moment of leaving. */
export interface Guarded {
  /** Whether something isn't saved yet. */
  readonly dirty: () => boolean;
  /** Whether all of it is being saved. */
  readonly isSent?: (() => boolean) | undefined;
  /** Waits for the answer to the save under way. Left out: what it may refuse is kept as a draft. */
  readonly settled?: (() => Promise<void>) | undefined;
}

/** Whether to ask somebody who leaves. `guarded` answers for what is on the screen at the time. */
export async function asksBeforeLeaving(guarded: () => Guarded): Promise<boolean> {
  const { dirty, isSent, settled } = guarded();
  if (!dirty()) return false;
  if (!isSent?.()) return true;
  if (!settled) return false;
  await Promise.race([settled(), wait(PATIENCE_MS)]);
  await wait(DRAWN_MS);
  return guarded().dirty();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
