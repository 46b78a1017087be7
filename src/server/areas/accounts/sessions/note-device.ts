import type { Transaction } from 'kysely';
import { addressNetwork } from '#domain/accounts/address-network';
import { deviceName } from '#domain/accounts/device-name';
import { longTime } from '#domain/long-dates';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { securityLink } from '../registration/mail-links.ts';
import { upsertDevice } from './session-sql.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Remembers from where a person signs in, in the transaction of the sign-in. A kind of browser and network that was
 * not seen before is told to the owner by one mail, except at the first sign-in ever.
 */
export async function noteDevice(
  trx: Transaction<DB>,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  caller: Caller,
  owner: Owner,
): Promise<void> {
  const device = deviceName(caller.userAgent);
  const network = addressNetwork(caller.ipAddress);
  const seen = await upsertDevice(trx, { userId: owner.id, device, network, now: clock.now() });
  if (!seen?.is_new || !seen.has_others) return;
  await enqueueMail(trx, {
    eventKey: `new-device:${seen.id}`,
    template: 'new-device',
    recipient: owner.email,
    props: {
      name: owner.name,
      device,
      address: caller.ipAddress,
      time: longTime(clock.now()),
      link: securityLink(config),
    },
  });
}
