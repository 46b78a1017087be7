import { writeNextExport } from '#server/areas/admin/exports/write-next-export';
import type { Services } from '#server/services';
import { startTurnRelay } from './turn-relay.ts';

/** Writes exports one after the other, as soon as somebody asks for one. */
export function startExportRelay(services: Services, onWake: (wake: () => void) => () => void) {
  return startTurnRelay(services, {
    next: (turn) => writeNextExport(services, turn),
    onWake,
    failure: "couldn't read which exports wait",
  });
}
