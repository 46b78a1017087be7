import type { ApiContext, Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { changePassword } from './change-password.ts';
import { changeTier } from './change-tier.ts';
import { confirmTwoFactor } from './confirm-two-factor.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { forgotPassword } from './forgot-password.ts';
import { getIsAdmin } from './get-is-admin.ts';
import { getMissingProof } from './get-missing-proof.ts';
import { keepAccount } from './keep-account.ts';
import { listSessions } from './list-sessions.ts';
import { proveByCode } from './prove-by-code.ts';
import { proveFactor } from './prove-factor.ts';
import { proveIdentity } from './prove-identity.ts';
import { register } from './register.ts';
import { removeAvatar } from './remove-avatar.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { requestDeletion } from './request-deletion.ts';
import { requestProofCode } from './request-proof-code.ts';
import { requestSignInCode } from './request-sign-in-code.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { setAvatar } from './set-avatar.ts';
import { signIn } from './sign-in.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { signOut } from './sign-out.ts';
import { toUser } from './signed-in.ts';
import { startTwoFactor } from './start-two-factor.ts';
import { stopTwoFactor } from './stop-two-factor.ts';
import { updateProfile } from './update-profile.ts';
import { verifyEmail } from './verify-email.ts';
import { verifyTwoFactor } from './verify-two-factor.ts';

interface Call<Input> {
  readonly context: ApiContext;
  readonly input: Input;
}

export function accountsRoutes(os: Implementer, services: Services) {
  const { accounts } = os;
  return {
    session: accounts.session.handler(({ context: { caller } }) => ({
      user: caller.viewer.kind === 'member' ? toUser(caller.viewer) : null,
    })),
    register: accounts.register.handler(({ context, input }) => register(services, context.caller, input)),
    verifyEmail: accounts.verifyEmail.handler(({ context, input }) =>
      verifyEmail(services, context.caller, input),
    ),
    resendVerification: accounts.resendVerification.handler(({ context, input }) =>
      resendVerification(services, context.caller, input),
    ),
    signIn: accounts.signIn.handler(({ context, input }) => signIn(services, context.caller, input, context)),
    requestCode: accounts.requestCode.handler(({ context, input }) =>
      requestSignInCode(services, context.caller, input),
    ),
    signInByCode: accounts.signInByCode.handler(({ context, input }) =>
      signInByCode(services, context.caller, input, context),
    ),
    verifyTwoFactor: accounts.verifyTwoFactor.handler(({ context, input }) =>
      verifyTwoFactor(services, context.caller, input, context),
    ),
    signOut: accounts.signOut.handler(({ context }) => signOut(services, context.caller, context.resHeaders)),
    forgotPassword: accounts.forgotPassword.handler(({ context, input }) =>
      forgotPassword(services, context.caller, input),
    ),
    resetPassword: accounts.resetPassword.handler(({ context, input }) =>
      resetPassword(services, context.caller, input),
    ),
    changePassword: accounts.changePassword.handler(({ context, input }) =>
      changePassword(services, context.caller, input),
    ),
    startTwoFactor: accounts.startTwoFactor.handler(({ context, input }) =>
      startTwoFactor(services, context.caller, input),
    ),
    confirmTwoFactor: accounts.confirmTwoFactor.handler(({ context, input }) =>
      confirmTwoFactor(services, context.caller, input, context),
    ),
    stopTwoFactor: accounts.stopTwoFactor.handler(({ context, input }) =>
      stopTwoFactor(services, context.caller, input),
    ),
    renewBackupCodes: accounts.renewBackupCodes.handler(({ context, input }) =>
      renewBackupCodes(services, context.caller, input),
    ),
    sessions: accounts.sessions.handler(({ context }) => listSessions(services, context.caller)),
    endSession: accounts.endSession.handler(({ context, input }) =>
      endSession(services, context.caller, input),
    ),
    endOtherSessions: accounts.endOtherSessions.handler(({ context }) =>
      endOtherSessions(services, context.caller),
    ),
    updateProfile: accounts.updateProfile.handler(({ context, input }) =>
      updateProfile(services, context.caller, input),
    ),
    requestDeletion: accounts.requestDeletion.handler(({ context }) =>
      requestDeletion(services, context.caller),
    ),
    keepAccount: accounts.keepAccount.handler(({ context }) => keepAccount(services, context.caller)),
    proveIdentity: accounts.proveIdentity.handler(({ context, input }) =>
      proveIdentity(services, context.caller, input),
    ),
    missingProof: accounts.missingProof.handler(({ context }) => getMissingProof(services, context.caller)),
    proveFactor: accounts.proveFactor.handler(({ context, input }) =>
      proveFactor(services, context.caller, input),
    ),
    requestProofCode: accounts.requestProofCode.handler(({ context }) =>
      requestProofCode(services, context.caller),
    ),
    proveByCode: accounts.proveByCode.handler(({ context, input }) =>
      proveByCode(services, context.caller, input),
    ),
    changeTier: accounts.changeTier.handler(({ context, input }) =>
      changeTier(services, context.caller, input),
    ),
    setAvatar: accounts.setAvatar.handler(({ context, input }: Call<{ file: File }>) =>
      setAvatar(services, context.caller, input),
    ),
    removeAvatar: accounts.removeAvatar.handler(({ context }) => removeAvatar(services, context.caller)),
    isAdmin: accounts.isAdmin.handler(({ context, input }) => getIsAdmin(services, context.caller, input)),
  };
}
