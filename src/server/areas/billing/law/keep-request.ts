import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Receipt } from '#contract/legal';
import { billingPath } from '#domain/site/admin-paths';
import { announce } from '#server/db/announce';
import { type AuditEntry, recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { insertRequest, type NewRequest, type RequestRow } from './request-sql.ts';
import { referenceOf, type Statement, signedStatement, statementWords } from './statement-words.ts';

export type Declared = Omit<NewRequest, 'id' | 'statement' | 'name' | 'email' | 'contract' | 'reason'> & {
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly reason: string;
};

/**
 * Keeps a declaration with the moment it was received, mails its text to who made it, and notifies the administrators. Answers
 * the receipt, and the words of the declaration without a name.
 */
export async function keepRequest(
  trx: Transaction<DB>,
  { config }: Services,
  caller: Caller,
  declared: Declared,
  consequence: Pick<Statement, 'refund' | 'subscriptionEnds'> = {},
): Promise<{ id: string; receipt: Receipt; words: string }> {
  const id = randomUUID();
  const { email, kind, name } = declared;
  const words = statementWords({
    ...consequence,
    kind,
    isExtraordinary: declared.is_extraordinary,
    endsOn: declared.ends_on,
    contract: declared.contract,
    reason: declared.reason,
    receivedAt: declared.received_at,
    reference: referenceOf(id),
  });
  const statement = signedStatement(words, declared);
  await insertRequest(trx, { ...declared, id, statement });
  await enqueueMail(trx, {
    eventKey: `billing-request:${id}`,
    template: caller.viewer.kind === 'member' ? 'declaration-confirmed' : 'declaration-received',
    recipient: email,
    props: { name, kind, statement, link: `${config.publicUrl}/contact` },
  });
  await announce(trx, {
    kind: 'billing-request',
    eventKey: `billing-request:${id}`,
    to: { administrators: true },
    link: billingPath('requests'),
    props: { kind, sender: name, email },
  });
  const audit: AuditEntry = {
    action: kind === 'withdrawal' ? 'billing.withdraw' : 'billing.declare-cancellation',
    entity: 'billing_request',
    entityId: id,
  };
  await recordAudit(trx, caller, audit);
  return { id, words, receipt: toReceipt({ id, email, received_at: declared.received_at, statement }) };
}

export function toReceipt({
  email,
  id,
  received_at,
  statement,
}: Pick<RequestRow, 'id' | 'email' | 'received_at' | 'statement'>): Receipt {
  return {
    reference: referenceOf(id),
    receivedAt: received_at.toISOString(),
    email: email ?? '',
    text: statement ?? '',
  };
}
