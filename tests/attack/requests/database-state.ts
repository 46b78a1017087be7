import { sql } from 'kysely';
import type { Db } from '#server/db/client';

/** Every row of every table as JSON, by table. */
export type DatabaseState = Readonly<Record<string, readonly string[]>>;

/** A column as the database describes it. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Counted by a sequence, or naming a row that is: it goes on even where a change is taken back. */
  readonly counted: boolean;
}

let listed: Promise<Column[]> | undefined;
/** The same in every database of the run. */
export function listColumns(db: Db): Promise<Column[]> {
  listed ??= selectColumns(db);
  return listed;
}

async function selectColumns({ kysely }: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type, (c.is_identity = 'YES' or exists (
      select from pg_constraint k
      join pg_attribute own on own.attrelid = k.conrelid and own.attnum = k.conkey[1]
      join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = k.confkey[1]
      where k.contype = 'f' and k.conrelid = format('%I', c.table_name)::regclass
        and own.attname = c.column_name and theirs.attidentity <> '')) as counted
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
    order by 1, c.ordinal_position`.execute(kysely);
  return rows;
}

interface Base {
  /** Which transaction of which connection it was read in. */
  readonly transaction: string;
  /** By table: what has been written to it until then. */
  readonly marks: ReadonlyMap<string, string>;
  readonly state: DatabaseState;
}
const bases = new WeakMap<Db, Base>();

/**
 * Reads the whole database, and again only what was written to since. To be called in a transaction, where nothing written
 * so far is taken back before it ends.
 */
export async function readBase(db: Db): Promise<DatabaseState> {
  const [marks, state] = [await readMarks(db), await databaseState(db)];
  bases.set(db, { ...marks, state });
  return state;
}

/** The whole database, without what a sequence counts. */
export async function databaseState(db: Db): Promise<DatabaseState> {
  const tables = Map.groupBy(await listColumns(db), ({ table }) => table);
  const base = bases.get(db);
  const now = base && (await readMarks(db));
  const isSame = (table: string) => {
    const mark = now?.transaction === base?.transaction ? now?.marks.get(table) : undefined;
    return mark !== undefined && mark === base?.marks.get(table);
  };
  const read = await readTables(
    db,
    [...tables].filter(([table]) => !isSame(table)),
  );
  const state: Record<string, readonly string[]> = {};
  for (const table of tables.keys()) {
    const rows = isSame(table) ? base?.state[table] : read.get(table);
    if (rows) state[table] = rows;
  }
  return state;
}

/** How many rows this transaction has written to each table, those that it took back included, and where they are kept. */
async function readMarks({ kysely }: Db): Promise<Omit<Base, 'state'>> {
  const { rows } = await sql<{ table: string; mark: string; transaction: string }>`
    select relname as "table", concat_ws(' ', relfilenode, pg_stat_get_xact_tuples_inserted(oid),
      pg_stat_get_xact_tuples_updated(oid), pg_stat_get_xact_tuples_deleted(oid)) as mark,
      concat_ws(' ', pg_backend_pid(), transaction_timestamp()) as transaction
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(kysely);
  return {
    transaction: rows[0]?.transaction ?? '',
    marks: new Map(rows.map(({ mark, table }) => [table, mark])),
  };
}

async function readTables(
  { kysely }: Db,
  tables: readonly (readonly [table: string, columns: readonly Column[]])[],
): Promise<Map<string, readonly string[]>> {
  if (tables.length === 0) return new Map();
  const parts = tables.map(([table, own]) => {
    const left = own.filter(({ counted }) => counted).map(({ name }) => name);
    return sql`select ${table}::text as "table", to_jsonb(t) - ${left}::text[] as row from ${sql.table(table)} t`;
  });
  // In one text, which JSON never breaks: the driver takes arrays apart letter by letter.
  const { rows } = await sql<{ table: string; rows: string }>`
    select "table", string_agg(row::text, chr(10) order by row::text) as rows from (${sql.join(parts, sql` union all `)}) everything
    group by "table" order by "table"`.execute(kysely);
  return new Map(rows.map(({ rows: own, table }) => [table, own.split('\n')]));
}

/** What one state has and the other has not, as readable lines; empty for equal states. */
export function differences(before: DatabaseState, after: DatabaseState): string[] {
  const lines: string[] = [];
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[table] === after[table]) continue;
    lines.push(...without(before[table], after[table]).map((row) => `- ${table} ${row}`));
    lines.push(...without(after[table], before[table]).map((row) => `+ ${table} ${row}`));
  }
  return lines;
}

function without(rows: readonly string[] = [], others: readonly string[] = []): string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}
