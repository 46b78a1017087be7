import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { sendDigests } from '#server/areas/notifications/send-digests';
import type { Services } from '#server/services';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;

/** Tells people what was announced, and sends the daily mails and the announcements that are due. `onWake` says when something was announced. */
export function startNoticeRelay(
  services: Services,
  onWake: (wake: () => void) => () => void,
): Pick<WokenLoop, 'stop'> {
  const loop = startWokenLoop(
    async () => {
      await deliverNotices(services);
      await sendDigests(services);
      await deliverAnnouncements(services);
    },
    POLL_MS,
    (error) => services.log.warn({ error: messageOf(error) }, 'notices could not be delivered'),
  );
  const stopListening = onWake(loop.wake);
  return {
    async stop() {
      stopListening();
      await loop.stop();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
