import { z } from 'zod';
import type { Column } from './database-state.ts';

/** Stands in every planted text, so that it is found wherever it lands. */
export const PLANTED = 'planted-by-a-stranger';
export const PLANTED_ID = '0badc0de-0bad-4bad-8bad-0badc0de0bad';
const PLANTED_TIME = '2001-02-03T04:05:06Z';
const PLANTED_NUMBER = 987_654;
/** What no row may hold after the attack. */
export const TRACE = new RegExp(`${PLANTED}|${PLANTED_ID}|2001-02-03|\\b${PLANTED_NUMBER}\\b`);

/** What forms of such sites were taken over with elsewhere, beside the names of our own columns. */
const FOLKLORE: Readonly<Record<string, unknown>> = {
  isAdmin: true,
  admin: true,
  is_admin: true,
  roles: ['admin'],
  permissions: ['*'],
  emailVerified: true,
  banned: false,
  member: PLANTED_ID,
  owner: PLANTED_ID,
  author: PLANTED_ID,
  score: PLANTED_NUMBER,
  points: PLANTED_NUMBER,
  percent: PLANTED_NUMBER,
  correct: true,
  $where: PLANTED,
  constructor: { prototype: { isAdmin: true } },
};

/** A field for every column of every table, in both spellings. */
export function plantedFields(columns: readonly Column[]): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...FOLKLORE };
  for (const column of columns) {
    fields[column.name] ??= valueFor(column);
    fields[column.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] ??= valueFor(column);
  }
  return fields;
}

function valueFor({ name, type }: Column): unknown {
  if (type === 'uuid') return PLANTED_ID;
  if (type === 'boolean') return true;
  if (/^(timestamp|date)/.test(type)) return PLANTED_TIME;
  if (/^(integer|bigint|smallint|numeric|double)/.test(type)) return PLANTED_NUMBER;
  if (type === 'ARRAY') return [PLANTED];
  if (type === 'jsonb') return { planted: PLANTED };
  if (name === 'subscription_tier' || name === 'subscription_level' || name === 'tier') return 'premium';
  return name === 'role' ? 'admin' : PLANTED;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The input with every field planted that its schema does not name, in the object itself and in each one inside. */
export function plantInto(
  inputSchema: unknown,
  input: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const schema =
    inputSchema instanceof z.ZodType
      ? (z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) as Schema)
      : {};
  return plant([schema], input, fields) as Record<string, unknown>;
}

function plant(
  schemas: readonly Schema[],
  value: unknown,
  fields: Readonly<Record<string, unknown>>,
): unknown {
  const open = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]);
  if (Array.isArray(value)) {
    const inner = open.flatMap(({ items }) => (items ? [items] : []));
    return value.map((each) => plant(inner, each, fields));
  }
  if (typeof value !== 'object' || value === null) return value;
  // A record takes any name: what stands in it is the caller's own.
  if (open.some(({ additionalProperties }) => typeof additionalProperties === 'object')) return value;
  const named = open.flatMap(({ properties = {} }) => Object.entries(properties));
  const kept = Object.entries(value).map(([name, child]) => {
    const inner = named.filter(([own]) => own === name).map(([, schema]) => schema);
    return [name, plant(inner, child, fields)];
  });
  const declared = new Set([...named.map(([name]) => name), ...Object.keys(value)]);
  const added = Object.entries(fields).filter(([name]) => !declared.has(name));
  return Object.fromEntries([...added, ...kept]);
}
