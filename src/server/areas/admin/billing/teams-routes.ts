import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { acceptSeat, declineSeat, showInvitation } from '#server/areas/billing/teams/accept-seat';
import {
  cancelTeam,
  keepTeam,
  openTeamInvoice,
  openTeamPortal,
  refreshTeam,
} from '#server/areas/billing/teams/cancel-team';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { changeTeamPlan, previewTeamPlan } from '#server/areas/billing/teams/change-team-plan';
import { checkoutTeam, confirmTeam } from '#server/areas/billing/teams/checkout-team';
import { getTeams } from '#server/areas/billing/teams/get-teams';
import { inviteToTeam, resendSeat, withdrawSeat } from '#server/areas/billing/teams/invite';
import { listTeams } from '#server/areas/billing/teams/list-teams';
import { renameTeam } from '#server/areas/billing/teams/rename-team';
import { freeSeat, leaveTeam, takeSeat } from '#server/areas/billing/teams/seats';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { refundTeam } from './refunds/refund-team.ts';

export function teamsRoutes({ teams: os }: Implementer, services: Services): RoutesOf<'teams'> {
  return {
    mine: os.mine.handler(({ context }) => getTeams(services, context.caller)),
    checkout: os.checkout.handler(({ context, input }) => checkoutTeam(services, context.caller, input)),
    confirm: os.confirm.handler(({ context, input }) => confirmTeam(services, context.caller, input)),
    refresh: os.refresh.handler(({ context }) => refreshTeam(services, context.caller)),
    rename: os.rename.handler(({ context, input }) => renameTeam(services, context.caller, input)),
    preview: os.preview.handler(({ context, input }) => previewSeats(services, context.caller, input)),
    changeSeats: os.changeSeats.handler(({ context, input }) => changeSeats(services, context.caller, input)),
    previewPlan: os.previewPlan.handler(({ context, input }) =>
      previewTeamPlan(services, context.caller, input),
    ),
    changePlan: os.changePlan.handler(({ context, input }) =>
      changeTeamPlan(services, context.caller, input),
    ),
    cancel: os.cancel.handler(({ context }) => cancelTeam(services, context.caller)),
    keep: os.keep.handler(({ context }) => keepTeam(services, context.caller)),
    portal: os.portal.handler(({ context, input }) => openTeamPortal(services, context.caller, input)),
    invoice: os.invoice.handler(({ context, input }) => openTeamInvoice(services, context.caller, input)),
    invite: os.invite.handler(({ context, input }) => inviteToTeam(services, context.caller, input)),
    resend: os.resend.handler(({ context, input }) => resendSeat(services, context.caller, input)),
    withdraw: os.withdraw.handler(({ context, input }) => withdrawSeat(services, context.caller, input)),
    takeSeat: os.takeSeat.handler(({ context }) => takeSeat(services, context.caller)),
    freeSeat: os.freeSeat.handler(({ context, input }) => freeSeat(services, context.caller, input)),
    transfer: os.transfer.handler(async ({ context, input }) => {
      await demandFreshProof(services, context.caller);
      return transferTeam(services, context.caller, input);
    }),
    invitation: os.invitation.handler(({ context, input }) =>
      showInvitation(services, context.caller, input),
    ),
    accept: os.accept.handler(({ context, input }) => acceptSeat(services, context.caller, input)),
    decline: os.decline.handler(({ context, input }) => declineSeat(services, context.caller, input)),
    leave: os.leave.handler(({ context, input }) => leaveTeam(services, context.caller, input)),
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listTeams(reading, context.caller, input)),
    ),
    refund: os.refund.handler(({ context, input }) => refundTeam(services, context.caller, input)),
  };
}
