import fc from 'fast-check';
import { z } from 'zod';

/** A JSON schema as far as our contract uses it. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
}

const UUID = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff tail',
  '\u202e',
  '\ufeff',
  "'; drop table users; --",
  '" or 1=1',
  '%00',
  '%',
  '%E0%A4%A',
  '../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'toString',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '$' + '{jndi:ldap://x}',
  'NaN',
  'null',
  'undefined',
  '-0',
  '1e309',
  '9223372036854775808',
  '99999999999999999999',
  '0x10',
  '2026-13-45T99:99:99Z',
  'a@b',
  '\\',
  '(((',
  '*:*',
  '& | !',
  "' & ''",
  ':*',
  'x'.repeat(300),
  'ö'.repeat(5000),
  '\u0300'.repeat(500),
  '🎓'.repeat(200),
  UUID,
] as const;

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string(),
);
const anything = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2147483648,
    0.5,
    [],
    {},
    [[[[]]]],
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(nested(60)),
);

// Made once: making one that matches takes longer than a request.
const slug = fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,9})?$/);
const uuid = fc.uuid();
const webUrl = fc.webUrl();
const email = fc.oneof(fc.emailAddress(), nastyText);

/** Ids and addresses of what is really there: without them hardly an input gets past the first look-up. */
let known: readonly string[] = [UUID];
export function aimAt(names: readonly string[]): void {
  known = names;
}

/** Input that is mostly shaped as the contract wants it, and wrong somewhere. */
export function hostileInput(schema: unknown): fc.Arbitrary<Record<string, unknown>> {
  const shaped = schema === undefined ? fc.constant({}) : arbitraryOf(toJson(schema));
  return fc.tuple(shaped, fc.dictionary(nastyText, anything, { maxKeys: 2 })).map(([value, extra]) => ({
    ...extra,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
  }));
}

function toJson(schema: unknown): Schema {
  return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema;
}

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array')
    return fc.array(schema.items ? arbitraryOf(schema.items) : anything, { maxLength: 4 });
  if (schema.type === 'integer' || schema.type === 'number') return numeric;
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.format === 'uuid')
    return fc.oneof(uuid, fc.constantFrom(...known), fc.constantFrom(...known), nastyText);
  if (schema.format === 'email') return email;
  return fc.oneof(nastyText, slug, webUrl, fc.constantFrom(...known));
}

const numeric = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(-1, 0, 1, 2147483648, 1e21),
);

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, arbitraryOf(child)]),
  );
  const complete = fc.record(fields);
  const partial = fc.record(fields, { requiredKeys: [] });
  return required.length === 0
    ? partial
    : fc.oneof({ weight: 4, arbitrary: complete }, { weight: 1, arbitrary: partial });
}

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}
