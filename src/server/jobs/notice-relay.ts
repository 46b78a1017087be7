import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { sendDigests } from '#server/areas/notifications/send-digests';
import type { Services } from '#server/services';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;
const STEPS = [
  { name: 'deliver notices', run: deliverNotices },
  { name: 'send digests', run: sendDigests },
  { name: 'deliver announcements', run: (services: Services) => deliverAnnouncements(services) },
] as const;

/**
 * Tells people what was announced, and sends the daily mails and the announcements that are due. Each goes on by itself: what
 * takes minutes in the morning holds up no notice, and one that fails is logged by its name. `onWake` says when something was
 * announced.
 */
export function startNoticeRelay(
  services: Services,
  onWake: (wake: () => void) => () => void,
): Pick<WokenLoop, 'stop'> {
  const loops = STEPS.map(({ name, run }) =>
    startWokenLoop(() => run(services), {
      pollMs: POLL_MS,
      onFailure: (error) =>
        services.log.warn({ chore: name, message: messageOf(error) }, "couldn't notify people"),
    }),
  );
  const stopListening = onWake(() => {
    for (const loop of loops) loop.wake();
  });
  return {
    async stop() {
      stopListening();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
