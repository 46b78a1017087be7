import { randomUUID } from 'node:crypto';
import { makeNextRenditions } from '#server/areas/media/renditions/make-next-renditions';
import type { VideoEncoder } from '#server/platform/video/video-encoder';
import type { Services } from '#server/services';
import { startWokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;

/** Makes smaller sizes of videos, one video after the other, as soon as one arrives. */
export function startVideoRelay(
  services: Services,
  encoder: VideoEncoder,
  onWake: (wake: () => void) => () => void,
) {
  const ending = new AbortController();
  const turn = { encoder, holder: randomUUID(), signal: ending.signal };
  const round = async () => {
    while (!ending.signal.aborted && (await makeNextRenditions(services, turn)));
  };
  const loop = startWokenLoop(round, {
    pollMs: POLL_MS,
    onFailure: (error) =>
      services.log.warn(
        { message: error instanceof Error ? error.message : String(error) },
        "couldn't read which videos wait",
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
