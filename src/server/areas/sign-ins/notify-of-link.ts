import type { Transaction } from 'kysely';
import { securityLink } from '#server/areas/accounts/registration/mail-links';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { SignInProvider } from '#server/platform/sign-in-provider';
import type { Caller, Services } from '#server/services';

interface Linking {
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
  readonly service: SignInProvider;
}

/** Writes down that a service was linked, and notifies the owner by mail. */
export async function notifyOfLink(
  trx: Transaction<DB>,
  { config }: Services,
  caller: Caller,
  { owner, service }: Linking,
): Promise<void> {
  await recordAudit(trx, caller, {
    action: 'account.link-sign-in',
    entity: 'user',
    entityId: owner.id,
    after: { service: service.name },
  });
  await enqueueMail(trx, {
    eventKey: `sign-in-linked:${owner.id}:${caller.requestId}`,
    template: 'sign-in-linked',
    recipient: owner.email,
    props: { name: owner.name, service: service.name, link: securityLink(config) },
  });
}
