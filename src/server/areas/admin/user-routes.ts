import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { grantAdmin } from './grant-admin.ts';
import { listUsers } from './list-users.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { setUserTier } from './set-user-tier.ts';

export function userRoutes({ users }: Implementer, services: Services) {
  return {
    list: users.list.handler(({ context, input }) => listUsers(services, context.caller, input)),
    setTier: users.setTier.handler(({ context, input }) => setUserTier(services, context.caller, input)),
    grantAdmin: users.grantAdmin.handler(({ context, input }) => grantAdmin(services, context.caller, input)),
    revokeAdmin: users.revokeAdmin.handler(({ context, input }) =>
      revokeAdmin(services, context.caller, input),
    ),
  };
}
