import { type RawBuilder, sql } from 'kysely';

/** What more rows have is met soon along the order of a list. */
const FEW = 200;
/** Shorter texts have no index for the middle of a word. */
const MIN_LENGTH = 3;

/** Whether an index can find a text. */
export function isFindable(text: string): boolean {
  return [...text].length >= MIN_LENGTH;
}

/** The ids that any of these statements finds, of each only so many that too many can be told: then the others are not asked. */
export function fewFound(
  first: RawBuilder<unknown>,
  second: RawBuilder<unknown>,
  third: RawBuilder<unknown>,
): RawBuilder<string[]> {
  return sql`array(
    with found as materialized (${first} limit ${FEW + 1}), few as materialized (select count(*) <= ${FEW} as yes from found)
    select id from found
    union (select id from (${second}) s where (select yes from few) limit ${FEW + 1})
    union (select id from (${third}) t where (select yes from few) limit ${FEW + 1}))`;
}

/** The ids that this statement finds, only so many that too many can be told. */
export function fewFoundBy(one: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`array(${one} limit ${FEW + 1})`;
}

/** These ids where they are few, so that a list reads only them; null: it reads along its order. */
export function onlyFew(ids: readonly string[]): readonly string[] | null {
  return ids.length > FEW ? null : ids;
}
