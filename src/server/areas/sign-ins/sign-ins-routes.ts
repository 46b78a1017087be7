import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { beginLink } from './begin-link.ts';
import { beginProof } from './begin-proof.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { finishAttempt } from './finish-attempt.ts';
import { listSignIns } from './list-sign-ins.ts';
import { unlinkSignIn } from './unlink-sign-in.ts';

export function signInsRoutes({ signIns }: Implementer, services: Services): RoutesOf<'signIns'> {
  return {
    begin: signIns.begin.handler(({ context, input }) => beginSignIn(services, input, context.resHeaders)),
    finish: signIns.finish.handler(({ context, input }) =>
      finishAttempt(services, context.caller, input, context),
    ),
    beginProof: signIns.beginProof.handler(({ context, input }) =>
      beginProof(services, context.caller, input, context.resHeaders),
    ),
    list: signIns.list.handler(({ context }) => listSignIns(services, context.caller)),
    beginLink: signIns.beginLink.handler(({ context, input }) =>
      beginLink(services, context.caller, input, context.resHeaders),
    ),
    unlink: signIns.unlink.handler(({ context, input }) => unlinkSignIn(services, context.caller, input)),
  };
}
