import type pg from 'pg';
import ts from 'typescript-js';
import type { Column } from './describe-columns.ts';
import type { RowField } from './typed-statements.ts';

/** What the driver makes of a column: its type in the code. */
type Shape = 'boolean' | 'number' | 'string' | 'Date' | 'Buffer' | 'json' | 'object' | `${string}[]`;

const PARSED: Record<string, Shape> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  interval: 'object',
  point: 'object',
};
/** Lists that the driver knows; a list of any other type stays the text that the database sent. */
const PARSED_LISTS: Record<string, Shape> = {
  _bool: 'boolean[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _float4: 'number[]',
  _float8: 'number[]',
  _numeric: 'number[]',
  _date: 'Date[]',
  _timestamp: 'Date[]',
  _timestamptz: 'Date[]',
  _text: 'string[]',
  _varchar: 'string[]',
  _uuid: 'string[]',
  _json: 'json[]',
  _jsonb: 'json[]',
};

export interface Stored {
  /** The name of each type, by its number. */
  readonly types: ReadonlyMap<number, string>;
  /** Columns of tables that may be null: "number of the table.number of the column". */
  readonly nullable: ReadonlySet<string>;
}

export async function readStored(client: pg.ClientBase): Promise<Stored> {
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid::int8 as oid, typname as name from pg_type',
  );
  const { rows: columns } = await client.query<{ name: string }>(`
    select a.attrelid || '.' || a.attnum as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attnotnull`);
  return {
    types: new Map(types.map(({ name, oid }) => [oid, name])),
    nullable: new Set(columns.map(({ name }) => name)),
  };
}

interface Compared {
  readonly checker: ts.TypeChecker;
  readonly columns: readonly Column[];
  readonly fields: readonly RowField[];
  readonly stored: Stored;
}

/** What a row type says and its statement does not answer, or the other way around. */
export function fieldFaults({ checker, columns, fields, stored }: Compared): string[] {
  const answered = new Map(columns.map((column) => [column.name, column]));
  const names = new Set(fields.map(({ name }) => name));
  // A function that answers nothing still has a column.
  const untyped = columns.filter(
    ({ dataTypeID, name }) => !names.has(name) && stored.types.get(dataTypeID) !== 'void',
  );
  return [
    ...untyped.map(({ name }) => `${name}: answered, but not in the type`),
    ...fields.flatMap((field) => {
      const column = answered.get(field.name);
      if (column) return columnFaults(field, column, { checker, stored });
      return field.optional ? [] : [`${field.name}: not answered`];
    }),
  ];
}

function columnFaults(
  { name, types }: RowField,
  column: Column,
  { checker, stored }: Pick<Compared, 'checker' | 'stored'>,
): string[] {
  const type = stored.types.get(column.dataTypeID) ?? 'unknown';
  const shape = PARSED[type] ?? PARSED_LISTS[type] ?? 'string';
  const isNullable = stored.nullable.has(`${column.tableID}.${column.columnID}`);
  return [
    ...types
      .filter((declared) => !fits(declared, shape, checker))
      .map((declared) => `${name}: ${checker.typeToString(declared)}, but ${type} is read as ${shape}`),
    ...(isNullable && !types.some(admitsNull) ? [`${name}: never null, but its column may be`] : []),
  ];
}

function admitsNull(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(admitsNull);
  return Boolean(type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown));
}

function fits(type: ts.Type, shape: Shape, checker: ts.TypeChecker): boolean {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown)) return true;
  if (type.isUnion()) return type.types.every((part) => fits(part, shape, checker));
  if (shape === 'json') return true;
  if (type.isIntersection()) return type.types.some((part) => fits(part, shape, checker));
  if (flags & ts.TypeFlags.StringLike) return shape === 'string';
  if (flags & ts.TypeFlags.NumberLike) return shape === 'number';
  if (flags & ts.TypeFlags.BooleanLike) return shape === 'boolean';
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return shape.endsWith('[]') && (!element || fits(element, shape.slice(0, -2) as Shape, checker));
  }
  const name = type.symbol?.name;
  if (name === 'Date' || name === 'Buffer' || name === 'Uint8Array')
    return shape === (name === 'Date' ? 'Date' : 'Buffer');
  return shape === 'object';
}
