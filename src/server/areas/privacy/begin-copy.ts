import { Failure } from '#server/failure';

/** The members whose copy this process makes or sends: what of it is in memory is there once for each of them. */
const running = new Set<string>();

/** Fails with EXPORT_RUNNING while a copy of this member is made or downloaded. */
export function refuseWhileRunning(userId: string): void {
  if (running.has(userId)) throw new Failure('EXPORT_RUNNING');
}

/** Begins a copy; answers what is called when it is over. Fails with EXPORT_RUNNING. */
export function beginCopy(userId: string): () => void {
  refuseWhileRunning(userId);
  running.add(userId);
  return () => void running.delete(userId);
}
