import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { STATUS_LIST_SIZE, statusList } from '#domain/certificates/open-badge';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectRevokedPlaces } from '../sql.ts';
import { signCredential } from './sign-credential.ts';
import { toJwtReply } from './to-jwt-reply.ts';

const compress = promisify(gzip);

/**
 * Which credentials of a list are revoked, as a signed credential itself (W3C Bitstring Status List): a bit for each, so
 * that nobody learns which one is asked about. Fails with CERTIFICATE_NOT_FOUND for a list that has no entry yet.
 */
export async function getStatusList(
  services: Services,
  { list }: { list: number },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const { clock, config, db, settings } = services;
  const first = list * STATUS_LIST_SIZE;
  const places = await selectRevokedPlaces(db.kysely, { from: first, to: first + STATUS_LIST_SIZE });
  if (places === null && list > 0) throw new Failure('CERTIFICATE_NOT_FOUND');
  const bits = Buffer.alloc(STATUS_LIST_SIZE / 8);
  for (const index of places ?? []) {
    const place = index - first;
    // The first place is the leftmost bit of the first byte.
    bits.writeUInt8(bits.readUInt8(place >> 3) | (0x80 >> (place & 7)), place >> 3);
  }
  const encodedList = `u${(await compress(bits)).toString('base64url')}`;
  const issuer = { publicUrl: config.publicUrl, school: (await settings.current()).school.name };
  resHeaders.set('cache-control', 'public, max-age=60');
  return toJwtReply(
    await signCredential(services, statusList({ list, encodedList, now: clock.now() }, issuer)),
    resHeaders,
  );
}
