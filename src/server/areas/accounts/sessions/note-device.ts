import { CompiledQuery, type Transaction } from 'kysely';
import { addressNetwork } from '#domain/accounts/address-network';
import { deviceName } from '#domain/accounts/device-name';
import { registerNamed } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { securityLink } from '../registration/mail-links.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface Seen {
  id: string;
  is_new: boolean;
  has_others: boolean;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const NOTE = registerNamed(`
  with seen as (
    insert into known_devices (user_id, device, network, first_seen_at, last_seen_at)
    values ($1, $2, $3, $4, $4)
    on conflict (user_id, device, network) do update set last_seen_at = $4
    returning id, (xmax = 0) as is_new)
  select id, is_new, exists (select from known_devices where user_id = $1) as has_others from seen`);

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
  const where = [owner.id, device, addressNetwork(caller.ipAddress), clock.now()];
  const { rows } = await trx.executeQuery<Seen>(CompiledQuery.raw(NOTE, where));
  const [seen] = rows;
  if (!seen?.is_new || !seen.has_others) return;
  await enqueueMail(trx, {
    eventKey: `new-device:${seen.id}`,
    template: 'new-device',
    recipient: owner.email,
    props: {
      name: owner.name,
      device,
      address: caller.ipAddress,
      time: `${TIME.format(clock.now())} UTC`,
      link: securityLink(config),
    },
  });
}
