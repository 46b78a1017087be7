import type { Member } from '#domain/access/viewer';
import { createKey } from '#server/areas/accounts/keys/create-key';
import { addPasskey } from '#server/areas/accounts/passkeys/add-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { requestSignInCode } from '#server/areas/accounts/sign-in/request-sign-in-code';
import { startSupport } from '#server/areas/admin/support/start-support';
import { enrol } from '#server/areas/learning/enrol';
import { beginLink } from '#server/areas/sign-ins/begin-link';
import { finishLink } from '#server/areas/sign-ins/finish-link';
import type { Caller } from '#server/services';
import { makeAuthenticator } from '#tests/kit/authenticator';
import type { Verbs } from '#tests/kit/verbs';
import { ADDRESS, NAME, NETWORK } from './person.ts';

type Person = Caller & { viewer: Member };

/** Every way into the account is there, named after its owner, and an administrator came in as the owner. */
export async function holdSignInMethods({ as, services }: Verbs, caller: Person, courseId: string) {
  const { db } = services;
  const { key, row } = await createKey(services, caller, {
    name: `Laptop of ${NAME}`,
    days: 30,
    scopes: ['learning:write'],
  });
  if (!key) throw new Error('no key was made');
  await db.kysely.updateTable('api_keys').set({ last_used_ip: NETWORK }).where('id', '=', row.id).execute();
  const byKey = { ...caller, viewer: { ...caller.viewer, key: { id: row.id, scopes: row.scopes } } };
  await enrol(services, byKey, { courseId });
  const device = makeAuthenticator();
  await addPasskey(services, caller, {
    name: `Phone of ${NAME}`,
    credential: device.register(await startPasskey(services, caller)),
  });
  await startPasskey(services, caller);
  const service = services.signIns.get('fake');
  if (!service) throw new Error('there is no service to link');
  const identity = { subject: 'zebulon-9', verifiedEmail: ADDRESS, name: NAME, label: ADDRESS };
  await finishLink(services, caller, service, identity);
  await beginLink(services, caller, { provider: 'fake' }, new Headers());
  await requestSignInCode(services, as('visitor'), { email: ADDRESS });
  const reason = `${NAME} cannot find an exam`;
  await startSupport(
    services,
    as('admin'),
    { id: caller.viewer.userId, mode: 'change', reason },
    new Headers(),
  );
}
