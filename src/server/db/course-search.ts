import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from './types.ts';

/** Everything the catalogue knows of a course; the names of its categories are gathered in k.names. */
const SOURCES = sql`
  courses c left join lateral (
    select string_agg(k.name, ' ') as names from course_categories cc join categories k on k.id = cc.category_id
    where cc.course_id = c.id
  ) k on true`;
const DOCUMENT = sql`
  setweight(to_tsvector('lectern', c.title), 'A')
  || setweight(to_tsvector('lectern', array_to_string(c.tags, ' ') || ' ' || coalesce(k.names, '')), 'B')
  || setweight(to_tsvector('lectern', c.description), 'C')`;
const WORDS = sql`
  regexp_split_to_table(lower(unaccent(
    c.title || ' ' || c.description || ' ' || array_to_string(c.tags, ' ') || ' ' || coalesce(k.names, ''))), '[^[:alnum:]]+') as word`;
const ONE_OF = (ids: RawBuilder<unknown>) => sql`c.id = any(${ids})`;

/** Brings what the catalogue finds of these courses up to date, in the transaction that changes them. */
export async function refreshSearch(trx: Transaction<DB>, courseIds: readonly string[]): Promise<void> {
  await refresh(trx, ONE_OF(sql`${[...courseIds]}::uuid[]`));
}

/** The same for every course of a category that got another name. */
export async function refreshSearchOfCategory(trx: Transaction<DB>, categoryId: string): Promise<void> {
  await refresh(
    trx,
    ONE_OF(sql`array(select course_id from course_categories where category_id = ${categoryId})`),
  );
}

/** Rebuilds everything and counts the words: after an import, when many courses changed. */
export async function rebuildSearch(trx: Transaction<DB>): Promise<void> {
  await refresh(trx, sql`true`);
  await sql`delete from search_words`.execute(trx);
  await sql`
    insert into search_words (word, ndoc)
    select word, count(distinct c.id)::int from ${SOURCES}, lateral ${WORDS}
    where c.kind = 'course' and c.is_listed and length(word) between 3 and 40 and word ~ '[[:alpha:]]' group by word order by word`.execute(
    trx,
  );
}

async function refresh(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into course_search (course_id, doc) select c.id, ${DOCUMENT} from ${SOURCES} where ${which}
    on conflict (course_id) do update set doc = excluded.doc where course_search.doc is distinct from excluded.doc`.execute(
    trx,
  );
  // Words for spelling corrections, in one order so that two saves never wait for each other in a circle.
  // How many courses hold a word is counted by rebuildSearch; until then a new one counts as one.
  await sql`
    insert into search_words (word, ndoc)
    select distinct word, 1 from ${SOURCES}, lateral ${WORDS}
    where ${which} and c.kind = 'course' and c.is_listed and length(word) between 3 and 40 and word ~ '[[:alpha:]]' order by word
    on conflict (word) do nothing`.execute(trx);
}
