import type { Notifications } from '#server/db/notifications';
import type { JudgeLoop } from '#server/jobs/judge-loop';
import type { Services } from '#server/services';

/** Judges labs on this machine, as many at one time as it has slots. */
export async function startJudging(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'log'>,
  heard: Notifications,
): Promise<JudgeLoop> {
  const { dataDir, labSlots: slots } = services.config;
  const { startJudgeLoop } = await import('#server/jobs/judge-loop');
  const { openJudge } = await import('#server/platform/judge/open-judge');
  return startJudgeLoop(services, {
    slots,
    openJudge: () => openJudge({ hide: [dataDir] }),
    onWake: (wake) => heard.on('labs', wake),
  });
}
