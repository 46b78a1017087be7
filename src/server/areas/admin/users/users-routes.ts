import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { disableUser } from './disable-user.ts';
import { enableUser } from './enable-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { exportUsers } from './export-users.ts';
import { getUser } from './get-user.ts';
import { grantAdmin } from './grant-admin.ts';
import { listUsers } from './list-users.ts';
import { removeUser } from './remove-user.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { revokeUserKey } from './revoke-user-key.ts';
import { setUserTier } from './set-user-tier.ts';

export function usersRoutes({ users }: Implementer, services: Services): RoutesOf<'users'> {
  return {
    list: users.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listUsers(reading, context.caller, input)),
    ),
    export: users.export.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportUsers(reading, context.caller, input, context)),
    ),
    setTier: users.setTier.handler(({ context, input }) => setUserTier(services, context.caller, input)),
    grantAdmin: users.grantAdmin.handler(({ context, input }) => grantAdmin(services, context.caller, input)),
    revokeAdmin: users.revokeAdmin.handler(({ context, input }) =>
      revokeAdmin(services, context.caller, input),
    ),
    get: users.get.handler(({ context, input }) => getUser(services, context.caller, input)),
    disable: users.disable.handler(({ context, input }) => disableUser(services, context.caller, input)),
    enable: users.enable.handler(({ context, input }) => enableUser(services, context.caller, input)),
    endSessions: users.endSessions.handler(({ context, input }) =>
      endUserSessions(services, context.caller, input),
    ),
    resetSecondFactor: users.resetSecondFactor.handler(({ context, input }) =>
      resetSecondFactor(services, context.caller, input),
    ),
    revokeKey: users.revokeKey.handler(({ context, input }) =>
      revokeUserKey(services, context.caller, input),
    ),
    resendConfirmation: users.resendConfirmation.handler(({ context, input }) =>
      resendConfirmation(services, context.caller, input),
    ),
    remove: users.remove.handler(({ context, input }) => removeUser(services, context.caller, input)),
  };
}
