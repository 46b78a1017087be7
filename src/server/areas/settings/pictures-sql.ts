import type { Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface SchoolPicture {
  readonly id: string;
  readonly ending: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export function selectPicture(db: Reader, id: string): Promise<SchoolPicture | undefined> {
  return db
    .selectFrom('school_pictures')
    .select(['id', 'ending', 'bytes', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keeps a picture; the same one again is kept as long as a new one. */
export function keepPicture(trx: Transaction<DB>, picture: SchoolPicture, now: Date) {
  return trx
    .insertInto('school_pictures')
    .values({ ...picture, made_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ made_at: now }))
    .execute();
}

/** Forgets all others that are older. */
export function forgetPictures(
  trx: Transaction<DB>,
  { before, except }: { before: Date; except: readonly string[] },
) {
  return trx
    .deleteFrom('school_pictures')
    .where('made_at', '<', before)
    .where('id', 'not in', ['', ...except])
    .execute();
}
