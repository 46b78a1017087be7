import { sql, type Transaction } from 'kysely';
import type { DB } from './types.ts';

const DOCUMENT = sql`
  setweight(to_tsvector('lectern', c.title), 'A')
  || setweight(to_tsvector('lectern', array_to_string(c.tags, ' ') || ' ' || coalesce(string_agg(k.name, ' '), '')), 'B')
  || setweight(to_tsvector('lectern', c.description), 'C')`;

/** Brings what the catalogue finds of one course up to date, in the transaction that changes it. */
export async function refreshSearch(trx: Transaction<DB>, courseId: string): Promise<void> {
  await sql`
    insert into course_search (course_id, doc)
    select c.id, ${DOCUMENT} from courses c
    left join course_categories cc on cc.course_id = c.id left join categories k on k.id = cc.category_id
    where c.id = ${courseId} group by c.id
    on conflict (course_id) do update set doc = excluded.doc`.execute(trx);
  await addWords(trx, courseId);
}

/** The same for every course of a category that got another name. */
export async function refreshSearchOfCategory(trx: Transaction<DB>, categoryId: string): Promise<void> {
  const courses = await trx
    .selectFrom('course_categories')
    .select('course_id')
    .where('category_id', '=', categoryId)
    .execute();
  for (const { course_id } of courses) await refreshSearch(trx, course_id);
}

/** Words for spelling corrections. How many courses hold a word is counted when it is first seen and by `recountWords`. */
async function addWords(trx: Transaction<DB>, courseId: string): Promise<void> {
  await sql`
    insert into search_words (word, ndoc)
    select distinct word, 1 from courses c
    left join course_categories cc on cc.course_id = c.id left join categories k on k.id = cc.category_id
    cross join lateral regexp_split_to_table(
      lower(unaccent(c.title || ' ' || c.description || ' ' || array_to_string(c.tags, ' ') || ' ' || coalesce(k.name, ''))), '[^[:alnum:]]+') as word
    where c.id = ${courseId} and length(word) between 3 and 40
    on conflict (word) do nothing`.execute(trx);
}

/** Counts all words anew: after an import, when many courses changed. */
export async function recountWords(trx: Transaction<DB>): Promise<void> {
  await sql`delete from search_words`.execute(trx);
  await sql`
    insert into search_words (word, ndoc)
    select word, count(distinct c.id)::int from courses c
    left join course_categories cc on cc.course_id = c.id left join categories k on k.id = cc.category_id
    cross join lateral regexp_split_to_table(
      lower(unaccent(c.title || ' ' || c.description || ' ' || array_to_string(c.tags, ' ') || ' ' || coalesce(k.name, ''))), '[^[:alnum:]]+') as word
    where length(word) between 3 and 40 group by word`.execute(trx);
}
