import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { sumLibrary } from './library-sql.ts';
import { sumUploads } from './uploads/upload-sql.ts';

/** Fails with MEDIA_FULL where the library would hold more than the school allows, with this many bytes more. */
export async function refuseFull(
  { config }: Pick<Services, 'config'>,
  trx: Transaction<DB>,
  bytes: number,
): Promise<void> {
  const taken = (await sumLibrary(trx)) + (await sumUploads(trx));
  if (taken + bytes > config.mediaBytes) throw new Failure('MEDIA_FULL');
}

/** Fails with MEDIA_FULL where the library grew beyond what the school allows; one that was full before may stay so. */
export async function refuseGrown(
  { config }: Pick<Services, 'config'>,
  trx: Transaction<DB>,
  before: number,
): Promise<void> {
  if ((await sumLibrary(trx)) > Math.max(before, config.mediaBytes)) throw new Failure('MEDIA_FULL');
}
