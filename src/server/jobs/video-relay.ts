import { makeNextRenditions } from '#server/areas/media/renditions/make-next-renditions';
import type { VideoEncoder } from '#server/platform/video/video-encoder';
import type { Services } from '#server/services';
import { startTurnRelay } from './turn-relay.ts';

/** Makes smaller sizes of videos, one video after the other, as soon as one arrives. */
export function startVideoRelay(
  services: Services,
  encoder: VideoEncoder,
  onWake: (wake: () => void) => () => void,
) {
  return startTurnRelay(services, {
    next: (turn) => makeNextRenditions(services, { ...turn, encoder }),
    onWake,
    failure: "couldn't read which videos wait",
  });
}
