import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { listAccommodations } from './list-accommodations.ts';
import { removeAccommodation } from './remove-accommodation.ts';
import { saveAccommodation } from './save-accommodation.ts';

export function accommodationsRoutes(
  { accommodations: os }: Implementer,
  services: Services,
): RoutesOf<'accommodations'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAccommodations(reading, context.caller, input)),
    ),
    save: os.save.handler(({ context, input }) => saveAccommodation(services, context.caller, input)),
    remove: os.remove.handler(({ context, input }) => removeAccommodation(services, context.caller, input)),
  };
}
