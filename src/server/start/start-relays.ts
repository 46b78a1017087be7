import type { Notifications } from '#server/db/notifications';
import { openMailer } from '#server/platform/open-mailer';
import type { Services } from '#server/services';
import { mailLook } from '#server/site-settings';
import { startJudging } from './start-judging.ts';

/** Hands mails or notices on when a process has written one. */
interface Relay {
  stop(): Promise<void>;
}

/** What this process does besides serving, by its roles, that begins when another one has written something. */
export async function startRelays(services: Services, heard: Notifications): Promise<readonly Relay[]> {
  const { labs, labSlots, roles } = services.config;
  const isJudge = roles.includes('judge') && labs === 'on' && labSlots > 0;
  return [
    ...(roles.includes('worker') ? await startWorking(services, heard) : []),
    ...(isJudge ? [await startJudging(services, heard)] : []),
  ];
}

/** Mails, notices, exports, sizes of videos, and payments. */
async function startWorking(services: Services, heard: Notifications): Promise<Relay[]> {
  const { config, db, log } = services;
  const { isAddressOpen } = await import('#server/areas/admin/mails/suppressions/is-address-open');
  const { isBillingMailWanted } = await import('#server/areas/billing/mails/is-billing-mail-wanted');
  const { isMailWanted } = await import('#server/areas/notifications/is-mail-wanted');
  const { showUnsent } = await import('#server/areas/notifications/show-unsent');
  const { startExportRelay } = await import('#server/jobs/export-relay');
  const { startMailRelay } = await import('#server/jobs/mail-relay');
  const { watchTurns } = await import('#server/jobs/gone/watch-turns');
  const { startNoticeRelay } = await import('#server/jobs/notice-relay');
  const mails = startMailRelay({
    db,
    log,
    mailer: openMailer(config),
    connections: config.mail.connections,
    limits: config.mail,
    isWanted: async (mail) =>
      (await isAddressOpen(services, mail)) &&
      (await isMailWanted(services, mail)) &&
      (await isBillingMailWanted(services, mail)),
    onUnsent: showUnsent,
    site: async () => mailLook(await services.settings.current()),
    host: new URL(config.publicUrl).hostname,
    onWake: (wake) => heard.on('mail', wake),
  });
  const notices = startNoticeRelay(services, (wake) => heard.on('notice', wake));
  const exports = startExportRelay(services, (wake) => heard.on('export', wake));
  const { encoder } = services;
  const relays: Relay[] = [mails, notices, exports, watchTurns(services)];
  if (encoder) {
    const { startVideoRelay } = await import('#server/jobs/video-relay');
    relays.push(startVideoRelay(services, encoder, (wake) => heard.on('video', wake)));
  }
  if (!services.payments) return relays;
  const { startPaymentRelay } = await import('#server/jobs/payment-relay');
  return [...relays, startPaymentRelay(services, (wake) => heard.on('billing', wake))];
}
