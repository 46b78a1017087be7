import { randomUUID } from 'node:crypto';
import { writeNextExport } from '#server/areas/admin/exports/write-next-export';
import type { Services } from '#server/services';
import { startWokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;

/** Writes exports one after the other, as soon as somebody asks for one. */
export function startExportRelay(services: Services, onWake: (wake: () => void) => () => void) {
  const ending = new AbortController();
  const turn = { holder: randomUUID(), signal: ending.signal };
  const round = async () => {
    while (!ending.signal.aborted && (await writeNextExport(services, turn)));
  };
  const loop = startWokenLoop(round, {
    pollMs: POLL_MS,
    onFailure: (error) =>
      services.log.warn(
        { message: error instanceof Error ? error.message : String(error) },
        "couldn't read which exports wait",
      ),
  });
  const stopListening = onWake(loop.wake);
  return {
    async stop(): Promise<void> {
      stopListening();
      ending.abort();
      await loop.stop();
    },
  };
}
