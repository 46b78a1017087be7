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
 * Tells people what was announced, and sends the daily mails and the announcements that are due. A step that fails is
 * logged by its name and stops no other. `onWake` says when something was announced.
 */
export function startNoticeRelay(
  services: Services,
  onWake: (wake: () => void) => () => void,
): Pick<WokenLoop, 'stop'> {
  const warn = (name: string, error: unknown) =>
    services.log.warn({ chore: name, message: messageOf(error) }, "couldn't notify people");
  const loop = startWokenLoop(
    async () => {
      for (const { name, run } of STEPS) await run(services).catch((error: unknown) => warn(name, error));
    },
    { pollMs: POLL_MS, onFailure: (error) => warn('notice relay', error) },
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
