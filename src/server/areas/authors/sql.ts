import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

export interface ProfileRow {
  readonly name: string;
  readonly avatar_url: string | null;
  readonly is_writer: boolean;
  /** Null: there is no profile yet. */
  readonly slug: string | null;
  readonly bio: string | null;
  readonly website: string | null;
  readonly social: string | null;
  readonly picture: string | null;
  readonly version: number | null;
  readonly is_public: boolean;
}

/** A person with the profile that they have as an author, if any. */
export async function selectProfile(db: Reader, userId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select m.name, m.avatar_url, w.user_id is not null as is_writer, a.slug, a.bio, a.website, a.social, a.picture, a.version,
      l.user_id is not null as is_public
    from members m left join writers w on w.user_id = m.id left join authors a on a.user_id = m.id
      left join public_authors l on l.user_id = m.id
    where m.id = ${userId}`.execute(db);
  return rows[0];
}

/** The author who has a page under this slug. */
export function selectPublicAuthor(db: Reader, slug: string) {
  return db
    .selectFrom('public_authors')
    .select(['user_id', 'slug', 'name', 'avatar_url', 'bio', 'website', 'social', 'updated_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

interface WriterFilter {
  readonly contains: string;
  /** Of these people alone. */
  readonly ids: readonly string[] | undefined;
  readonly limit: number;
}

/** Whom a course or post may name, by name. `contains` matches name or address literally. */
export function selectWriterList(db: Reader, { contains, ids, limit }: WriterFilter) {
  const pattern = containing(contains);
  return db
    .selectFrom('writers')
    .select(['user_id', 'name', 'email', 'avatar_url'])
    .$if(contains !== '', (query) =>
      query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)])),
    )
    .$if(ids !== undefined, (query) => query.where('user_id', 'in', [...(ids ?? [])]))
    .orderBy('name')
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** The authors whose picture is a file, by its address, in the order in which they are locked. */
export async function selectAuthorsShowing(db: Reader, address: string): Promise<string[]> {
  const rows = await db
    .selectFrom('authors')
    .select('user_id')
    .where('picture', '=', address)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Gives an author whose picture is still this file another one; answers the profile then. */
export function writePicture(
  trx: Transaction<DB>,
  { from, now, to, userId }: { userId: string; from: string; to: string; now: Date },
) {
  return trx
    .updateTable('authors')
    .set({ picture: to, version: sql<number>`version + 1`, updated_at: now })
    .where('user_id', '=', userId)
    .where('picture', '=', from)
    .returning(['slug', 'bio', 'website', 'social', 'picture'])
    .executeTakeFirst();
}
