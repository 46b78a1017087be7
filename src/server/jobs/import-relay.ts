import { startNextImport } from '#server/areas/folders/importing/start-next-import';
import type { Services } from '#server/services';
import { startWokenLoop } from './woken-loop.ts';

/** Of an import that waited for another one; what is asked for wakes us. */
const POLL_MS = 15_000;

/** Begins checks and imports of course folders as soon as somebody asks for one. */
export function startImportRelay(services: Services, onWake: (wake: () => void) => () => void) {
  const loop = startWokenLoop(() => startNextImport(services), {
    pollMs: POLL_MS,
    onFailure: (error) =>
      services.log.warn(
        { message: error instanceof Error ? error.message : String(error) },
        "couldn't read which imports wait",
      ),
  });
  const stopListening = onWake(loop.wake);
  return {
    async stop(): Promise<void> {
      stopListening();
      await loop.stop();
    },
  };
}
