import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { acceptInvitation } from './accept-invitation.ts';
import { checkList } from './check-list.ts';
import { invitePeople } from './invite-people.ts';
import { listInvitations } from './list-invitations.ts';
import { openInvitation } from './open-invitation.ts';
import { resendInvitation } from './resend-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

export function invitationsRoutes(
  { invitations: os }: Implementer,
  services: Services,
): RoutesOf<'invitations'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listInvitations(reading, context.caller, input)),
    ),
    check: os.check.handler(({ context, input }) => checkList(services, context.caller, input)),
    invite: os.invite.handler(({ context, input }) => invitePeople(services, context.caller, input)),
    resend: os.resend.handler(({ context, input }) => resendInvitation(services, context.caller, input)),
    withdraw: os.withdraw.handler(({ context, input }) =>
      withdrawInvitation(services, context.caller, input),
    ),
    open: os.open.handler(({ input }) => openInvitation(services, input)),
    accept: os.accept.handler(({ context, input }) =>
      acceptInvitation(services, context.caller, input, context),
    ),
  };
}
