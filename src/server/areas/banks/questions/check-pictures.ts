import type { Transaction } from 'kysely';
import { selectPictures } from '#server/areas/media/media-sql';
import { readMedia } from '#server/areas/media/read-media';
import { storePicture } from '#server/areas/media/store-file';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import type { FoundPicture } from '../formats/pictures.ts';

/** Addresses of the pictures of a file by their hashes, and what is wrong with those that cannot be kept. */
export interface ImportPictures {
  readonly names: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
  /** In words. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Which pictures of a file are kept already, and which never can be; nothing is stored. */
export async function checkPictures(db: Reader, pictures: readonly FoundPicture[]): Promise<ImportPictures> {
  const hashes = pictures.map(({ hash }) => hash);
  const rows = await selectPictures(db, hashes);
  const known = new Map(rows.map((row) => [row.source_sha256, `/media/${row.id}.${row.ending}`]));
  return eachPicture(pictures, async ({ bytes, hash, name }) => {
    const address = known.get(hash);
    if (address === undefined) await readMedia(Buffer.from(bytes), name);
    return address;
  });
}

/** Keeps the pictures of a file, each once; those that cannot be kept are reported. */
export function storePictures(
  services: Services,
  trx: Transaction<DB>,
  pictures: readonly FoundPicture[],
): Promise<ImportPictures> {
  return eachPicture(
    pictures,
    async ({ bytes, name }) => (await storePicture(services, trx, Buffer.from(bytes), name)).address,
  );
}

async function eachPicture(
  pictures: readonly FoundPicture[],
  addressOf: (picture: FoundPicture) => Promise<string | undefined>,
): Promise<ImportPictures> {
  const addresses = new Map<string, string>();
  const faults = new Map<string, string>();
  for (const picture of pictures) {
    try {
      const address = await addressOf(picture);
      if (address !== undefined) addresses.set(picture.hash, address);
    } catch (error) {
      const said = error instanceof Failure ? error.fields?.file : undefined;
      if (said === undefined) throw error;
      faults.set(picture.hash, said);
    }
  }
  return { names: new Map(pictures.map(({ hash, name }) => [hash, name])), addresses, faults };
}
