import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

export function keysRoutes({ keys: os }: Implementer, services: Services): RoutesOf<'keys'> {
  return {
    list: os.list.handler(({ context }) => listKeys(services, context.caller)),
    create: os.create.handler(({ context, input }) => createKey(services, context.caller, input)),
    revoke: os.revoke.handler(({ context, input }) => revokeKey(services, context.caller, input)),
  };
}
