import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Reader } from './client.ts';
import { registerNamed } from './named-client.ts';

type Target = pg.Pool | Pick<Reader, 'executeQuery'>;

/**
 * A statement that every connection prepares once, as a function of where it runs and its parameters; answers its rows. The
 * text must be constant: what varies is a parameter. A test compares `Row` with what the database answers (decision 173).
 */
export function prepared<Row>(text: string): (target: Target, values: readonly unknown[]) => Promise<Row[]> {
  const named = registerNamed(text);
  return async (target, values) => {
    if (!('executeQuery' in target)) return (await target.query(named, [...values])).rows as Row[];
    return (await target.executeQuery<Row>(CompiledQuery.raw(named, [...values]))).rows;
  };
}
