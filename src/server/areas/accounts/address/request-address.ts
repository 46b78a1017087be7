import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { confirmAddressLink, signInLink, undoAddressLink } from '../registration/mail-links.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { issueToken } from '../sessions/tokens-sql.ts';
import { holdUser, selectUserByEmail } from '../sql.ts';
import { endPending, insertChange, waitForChange } from './address-sql.ts';

/** A form that anybody with an account can send must not become a way to flood mailboxes. */
const CHANGES_A_DAY = 10;

/**
 * Asks for another address. It gets a mail with a link, the old one is notified with a link to stop it; nothing changes
 * before the new one is confirmed. Only its owner learns whether the new one has an account. Fails with
 * PROOF_REQUIRED, and RATE_LIMITED after ten in a day.
 */
export async function requestAddress(
  services: Services,
  caller: Caller,
  { email }: { email: string },
): Promise<{ done: true }> {
  const { name, userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const { clock, config } = services;
  const now = clock.now();
  await services.db.transaction(async (trx) => {
    const current = (await holdUser(trx, userId))?.email;
    if (current === undefined) throw new Failure('SIGN_IN_REQUIRED');
    await demandSession(trx, caller);
    if (current === email)
      throw new Failure('BAD_INPUT', { fields: { email: m.faults_this_is_already_your_email_address() } });
    const retryAfter = await waitForChange(trx, userId, { limit: CHANGES_A_DAY, now });
    if (retryAfter !== null) throw new Failure('RATE_LIMITED', { data: { retryAfter } });
    await endPending(trx, userId, now);
    const changeId = await insertChange(trx, { user_id: userId, old_email: current, new_email: email }, now);
    await askNewAddress(services, trx, { name, email, change: { userId, changeId } });
    const undo = await issueToken(trx, 'undo-address', { userId, changeId }, now);
    await enqueueMail(trx, {
      eventKey: `address-asked:${changeId}`,
      template: 'address-asked',
      recipient: current,
      props: { name, address: email, link: undoAddressLink(config, undo) },
    });
    await recordAudit(trx, caller, {
      action: 'account.request-address',
      entity: 'user',
      entityId: userId,
      after: { change: changeId },
    });
  });
  return { done: true };
}

interface Asked {
  readonly name: string;
  readonly email: string;
  readonly change: { readonly userId: string; readonly changeId: string };
}

/** The same work for a taken address, whose owner gets another mail without a link that changes anything. */
async function askNewAddress(
  { clock, config }: Services,
  trx: Transaction<DB>,
  { change, email, name }: Asked,
): Promise<void> {
  const token = await issueToken(trx, 'confirm-address', change, clock.now());
  const owner = await selectUserByEmail(trx, email);
  if (!owner?.email_verified) {
    await enqueueMail(trx, {
      eventKey: `address-confirm:${change.changeId}`,
      template: 'address-confirm',
      recipient: email,
      props: { name, link: confirmAddressLink(config, token) },
    });
    return;
  }
  const hour = clock.now().toISOString().slice(0, 13);
  await enqueueMail(trx, {
    eventKey: `address-taken:${owner.id}:${hour}`,
    template: 'address-taken',
    recipient: email,
    props: { name: owner.name, link: signInLink(config) },
  });
}
