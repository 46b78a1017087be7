import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { proveByPasskey } from '../proof/prove-by-passkey.ts';
import { startPasskeyProof } from '../proof/start-passkey-proof.ts';
import { signInByPasskey } from '../sign-in/sign-in-by-passkey.ts';
import { startPasskeySignIn } from '../sign-in/start-passkey-sign-in.ts';
import { addPasskey } from './add-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { startPasskey } from './start-passkey.ts';
import { updatePasskey } from './update-passkey.ts';

export function passkeysRoutes({ passkeys }: Implementer, services: Services): RoutesOf<'passkeys'> {
  return {
    list: passkeys.list.handler(({ context }) => listPasskeys(services, context.caller)),
    start: passkeys.start.handler(({ context }) => startPasskey(services, context.caller)),
    add: passkeys.add.handler(({ context, input }) => addPasskey(services, context.caller, input)),
    update: passkeys.update.handler(({ context, input }) => updatePasskey(services, context.caller, input)),
    remove: passkeys.remove.handler(({ context, input }) => removePasskey(services, context.caller, input)),
    startSignIn: passkeys.startSignIn.handler(({ context, input }) =>
      startPasskeySignIn(services, input, context.reqHeaders),
    ),
    signIn: passkeys.signIn.handler(({ context, input }) =>
      signInByPasskey(services, context.caller, input, context),
    ),
    startProof: passkeys.startProof.handler(({ context }) => startPasskeyProof(services, context.caller)),
    prove: passkeys.prove.handler(({ context, input }) => proveByPasskey(services, context.caller, input)),
  };
}
