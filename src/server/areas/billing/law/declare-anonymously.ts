import { randomUUID } from 'node:crypto';
import { NAME_FAULTS } from '#contract/accounts/name-faults';
import type { Declaration, Receipt } from '#contract/legal';
import { nameFault } from '#domain/accounts/display-name';
import { Failure } from '#server/failure';
import { hasSoldPlans } from '#server/plan-policy';
import type { Caller, Services } from '#server/services';
import { keepRequest, toReceipt } from './keep-request.ts';

/**
 * Keeps a withdrawal or cancellation of somebody who did not sign in, for an administrator to settle: nothing is ended and no
 * money moves before. It answers the same whether the address is known or not. Open to everybody where the school has the
 * page. Fails with PAGE_NOT_FOUND.
 */
export async function declareAnonymously(
  services: Services,
  caller: Caller,
  { contract, email, endsOn, isExtraordinary, kind, name, reason, website }: Declaration,
): Promise<Receipt> {
  const { clock, db, log, payments, settings } = services;
  const current = await settings.current();
  const { legal, school } = current;
  if (!hasSoldPlans(payments !== undefined, current) || !legal[kind]) throw new Failure('PAGE_NOT_FOUND');
  const fault = nameFault(name, school.name);
  if (fault !== null) throw new Failure('BAD_INPUT', { fields: { name: NAME_FAULTS[fault]() } });
  const received_at = clock.now();
  if (website !== '') {
    log.info({ requestId: caller.requestId }, 'declaration dropped: trap field filled');
    return toReceipt({ id: randomUUID(), email, received_at, statement: '' });
  }
  const isCancellation = kind === 'cancellation';
  const { receipt } = await db.transaction((trx) =>
    keepRequest(
      trx,
      services,
      { ...caller, viewer: { kind: 'visitor' } },
      {
        kind,
        account_id: null,
        subscription: null,
        name,
        email,
        contract,
        reason: isCancellation ? reason : '',
        is_extraordinary: isCancellation && isExtraordinary,
        ends_on: isCancellation ? endsOn : null,
        received_at,
        state: 'open',
        outcome: null,
        targets: [],
      },
    ),
  );
  return receipt;
}
