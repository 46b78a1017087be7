import type { ApiContext, Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { requestDeletion } from './erasure/request-deletion.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { changeTier } from './profile/change-tier.ts';
import { removeAvatar } from './profile/remove-avatar.ts';
import { setAvatar } from './profile/set-avatar.ts';
import { updateProfile } from './profile/update-profile.ts';
import { getMissingProof } from './proof/get-missing-proof.ts';
import { proveByCode } from './proof/prove-by-code.ts';
import { proveIdentity } from './proof/prove-identity.ts';
import { requestProofCode } from './proof/request-proof-code.ts';
import { keepAccount } from './registration/keep-account.ts';
import { register } from './registration/register.ts';
import { resendVerification } from './registration/resend-verification.ts';
import { verifyEmail } from './registration/verify-email.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endSession } from './sessions/end-session.ts';
import { getIsAdmin } from './sessions/get-is-admin.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { signOut } from './sessions/sign-out.ts';
import { toUser } from './sessions/signed-in.ts';
import { requestSignInCode } from './sign-in/request-sign-in-code.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInByCode } from './sign-in/sign-in-by-code.ts';

interface Call<Input> {
  readonly context: ApiContext;
  readonly input: Input;
}

export function accountsRoutes(os: Implementer, services: Services): RoutesOf<'accounts'> {
  // What asks the sign-in library is read when somebody asks for it: an idle process stays small.
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
    verifyTwoFactor: accounts.verifyTwoFactor.handler(async ({ context, input }) => {
      const { verifyTwoFactor } = await import('./two-factor/verify-two-factor.ts');
      return verifyTwoFactor(services, context.caller, input, context);
    }),
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
    startTwoFactor: accounts.startTwoFactor.handler(async ({ context, input }) => {
      const { startTwoFactor } = await import('./two-factor/start-two-factor.ts');
      return startTwoFactor(services, context.caller, input);
    }),
    confirmTwoFactor: accounts.confirmTwoFactor.handler(async ({ context, input }) => {
      const { confirmTwoFactor } = await import('./two-factor/confirm-two-factor.ts');
      return confirmTwoFactor(services, context.caller, input, context);
    }),
    stopTwoFactor: accounts.stopTwoFactor.handler(async ({ context, input }) => {
      const { stopTwoFactor } = await import('./two-factor/stop-two-factor.ts');
      return stopTwoFactor(services, context.caller, input);
    }),
    renewBackupCodes: accounts.renewBackupCodes.handler(async ({ context, input }) => {
      const { renewBackupCodes } = await import('./two-factor/renew-backup-codes.ts');
      return renewBackupCodes(services, context.caller, input);
    }),
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
    proveFactor: accounts.proveFactor.handler(async ({ context, input }) => {
      const { proveFactor } = await import('./proof/prove-factor.ts');
      return proveFactor(services, context.caller, input);
    }),
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
