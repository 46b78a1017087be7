import { type RawBuilder, sql } from 'kysely';

/** The stemmer cuts endings only of words longer than this: a shorter beginning is found as it is. */
const STEMMED_FROM = 4;
const MAX_ENDINGS = 20;

/**
 * The words as they were typed, all of them wanted, the last one as a beginning. Documents hold stems, and "programmin" is
 * no beginning of "program": so the last word also stands for the known words that begin with it.
 */
export function searchQuery(words: readonly string[]): RawBuilder<unknown> {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).map(quoted).join(' & ');
  const beginning = sql`to_tsquery('lectern', ${`${quoted(last)}:*`})`;
  const ending = last.length <= STEMMED_FROM ? beginning : withEndings(last, beginning);
  const query = before === '' ? ending : sql`to_tsquery('lectern', ${before}) && ${ending}`;
  return sql`select ${query} as query, null::text as corrected`;
}

/** A word that says nothing ("the") stays nothing; any other also means the known words it begins. */
function withEndings(last: string, beginning: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select case when numnode(given.query) = 0 then given.query
      else given.query || coalesce(to_tsquery('lectern', string_agg('''' || known.word || '''', ' | ')), ''::tsquery) end
    from (select ${beginning} as query) as given
    left join (
      select word from search_words where word like lower(unaccent(${last})) || '%' order by ndoc desc, word limit ${MAX_ENDINGS}
    ) as known on true
    group by given.query)`;
}

/** Each word that no course holds replaced by the nearest one that some course holds; no row when all are known. */
export function corrected(words: readonly string[]): RawBuilder<unknown> {
  return sql`
    select to_tsquery('lectern', string_agg('''' || coalesce(near.word, given.word) || ''':*', ' & ' order by place)) as query,
      string_agg(coalesce(near.word, given.word), ' ' order by place) as corrected
    from unnest(${[...words]}::text[]) with ordinality as given (word, place)
    left join lateral (
      select w.word from (select lower(unaccent(given.word)) as plain offset 0) as as_known, search_words w
      where w.word % as_known.plain and length(given.word) >= ${STEMMED_FROM}
        and (select count(*) from search_words known where known.word like as_known.plain || '%') = 0
      order by similarity(w.word, as_known.plain) desc, w.ndoc desc, w.word limit 1
    ) near on true
    having bool_or(near.word is not null)`;
}

/** A word as the query language takes it literally: it holds letters and digits only, so no quote can end it. */
function quoted(word: string): string {
  return `'${word}'`;
}
