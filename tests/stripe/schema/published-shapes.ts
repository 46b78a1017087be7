/** The published shape of Stripe's API: checks replies, fills them up, reads requests. */
import { generateSchema } from './generate-schema.ts';
import type { Replies, Requests } from './published.ts';
import type { Schema } from './schema.ts';

const published = generateSchema();
const ANYTHING: Schema = {};

function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolve(published.definitions[schema.$ref] ?? ANYTHING);
}

/** All that a schema allows, without names and nested choices. */
function branches(schema: Schema): Schema[] {
  const whole = resolve(schema);
  return whole.anyOf ? whole.anyOf.flatMap(branches) : [whole];
}

const reply = (name: keyof Replies): Schema => published.Replies[name] ?? ANYTHING;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kinds of events that Stripe knows. */
export const eventTypes: ReadonlySet<unknown> = new Set(
  branches(published.Requests.webhookEndpointCreate ?? ANYTHING)
    .flatMap(({ properties }) => branches(properties?.enabled_events ?? ANYTHING))
    .flatMap(({ items }) => branches(items ?? ANYTHING))
    .flatMap((branch) => branch.enum ?? []),
);

/** Throws when an object is not one that Stripe could send under the pinned version of its API. */
export function checkReply(name: keyof Replies, value: unknown): void {
  const fault = faultOf(reply(name), value, name);
  if (fault) throw new Error(`not as Stripe publishes it: ${fault}`);
}

function faultOf(schema: Schema, value: unknown, path: string): string | undefined {
  const options = branches(schema);
  const faults = options.map((option) => plainFaultOf(option, value, path));
  if (faults.includes(undefined)) return undefined;
  // The deepest fault is the one of the branch that was meant.
  const depth = (fault = '') => fault.indexOf(' ');
  return faults.sort((a, b) => depth(b) - depth(a))[0] ?? `${path} must be absent`;
}

function plainFaultOf(schema: Schema, value: unknown, path: string): string | undefined {
  if (schema.never) return `${path} must be absent`;
  if (schema.enum && !schema.enum.includes(value))
    return `${path} is ${value}, not ${schema.enum.join(', ')}`;
  if (schema.const !== undefined && schema.const !== value) return `${path} is ${value}, not ${schema.const}`;
  if (schema.type === undefined) return undefined;
  if (schema.type === 'null') return value === null ? undefined : `${path} is not null`;
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return `${path} is no array`;
    return first(value, (item, index) => faultOf(schema.items ?? ANYTHING, item, `${path}[${index}]`));
  }
  if (schema.type !== 'object')
    return typeof value === schema.type ? undefined : `${path} is no ${schema.type}`;
  if (!isObject(value)) return `${path} is no object`;
  const missing = schema.required?.find((key) => value[key] === undefined);
  if (missing !== undefined) return `${path}.${missing} is missing`;
  return first(Object.entries(value), ([key, part]) => {
    if (part === undefined) return undefined;
    const of = schema.properties?.[key] ?? (schema.additionalProperties || undefined);
    return of ? faultOf(of, part, `${path}.${key}`) : `${path}.${key} is not published`;
  });
}

function first<T>(all: readonly T[], faultOfOne: (one: T, index: number) => string | undefined) {
  for (const [index, one] of all.entries()) {
    const fault = faultOfOne(one, index);
    if (fault) return fault;
  }
  return undefined;
}

/** A whole object: what is given, and null, empty or the only possible value for the rest. */
export function complete<T extends object>(name: keyof Replies, given: T): T {
  const whole = fill(reply(name), given, name) as T;
  checkReply(name, whole);
  return whole;
}

function fill(schema: Schema, given: unknown, path: string): unknown {
  const options = branches(schema);
  if (given === undefined) return emptyOf(options, path);
  if (Array.isArray(given)) {
    const items = options.find(({ type }) => type === 'array')?.items ?? ANYTHING;
    return given.map((item, index) => fill(items, item, `${path}[${index}]`));
  }
  if (!isObject(given)) return given;
  const shapes = options.filter(({ type }) => type === 'object');
  const shape =
    shapes.find(
      ({ properties }) => given.object !== undefined && properties?.object?.const === given.object,
    ) ?? shapes[0];
  if (!shape?.properties) return given;
  const whole: Record<string, unknown> = { ...given };
  for (const key of new Set([...(shape.required ?? []), ...Object.keys(given)])) {
    const of = shape.properties[key];
    if (of) whole[key] = fill(of, whole[key], `${path}.${key}`);
  }
  return whole;
}

function emptyOf(options: readonly Schema[], path: string): unknown {
  if (options.some(({ type }) => type === 'null')) return null;
  const [only] = options;
  if (only?.const !== undefined) return only.const;
  if (only?.type === 'array') return [];
  if (only?.type === 'boolean') return false;
  if (only?.type === 'object') return fill(only, {}, path);
  throw new Error(`the fake must say ${path}`);
}

/** A request that Stripe would refuse. */
export class BadParameter extends Error {
  readonly code: string;
  readonly param: string;
  constructor(code: string, param: string, message: string) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

/** Reads a decoded form by the published parameters; unknown and missing ones are refused as Stripe does. */
export function readRequest<Name extends keyof Requests>(name: Name, form: unknown): Requests[Name] {
  return read(published.Requests[name] ?? ANYTHING, form, '') as Requests[Name];
}

const join = (path: string, key: string) => (path ? `${path}[${key}]` : key);

function read(schema: Schema, value: unknown, path: string): unknown {
  const options = branches(schema);
  if (Array.isArray(value)) {
    const items = options.find(({ type }) => type === 'array')?.items;
    if (!items) throw new BadParameter('parameter_invalid', path, `Invalid array: ${path}`);
    return value.map((item, index) => read(items, item, `${path}[${index}]`));
  }
  if (isObject(value)) return readObject(options, value, path);
  return readText(options, String(value), path);
}

function readObject(options: readonly Schema[], value: Record<string, unknown>, path: string): unknown {
  const shapes = options.filter(({ type }) => type === 'object');
  const fieldOf = (shape: Schema, key: string) =>
    shape.properties?.[key] ?? (shape.additionalProperties || undefined);
  const shape = shapes.find((one) => Object.keys(value).every((key) => fieldOf(one, key))) ?? shapes[0];
  if (!shape) {
    // An empty list has no keys in a form.
    if (Object.keys(value).length === 0) return [];
    throw new BadParameter('parameter_invalid', path, `Invalid object: ${path}`);
  }
  const missing = shape.required?.find((key) => !(key in value));
  if (missing !== undefined) {
    const name = join(path, missing);
    throw new BadParameter('parameter_missing', name, `Missing required param: ${name}.`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const name = join(path, key);
      const of = fieldOf(shape, key);
      if (!of) throw new BadParameter('parameter_unknown', name, `Received unknown parameter: ${name}`);
      return [key, read(of, part, name)];
    }),
  );
}

function readText(options: readonly Schema[], text: string, path: string): unknown {
  const values = options.flatMap(
    (option) => option.enum ?? (option.const === undefined ? [] : [option.const]),
  );
  if (values.includes(text)) return text;
  const takes = (type: Schema['type']) => options.some((option) => option.type === type);
  if (!takes('string') && takes('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (takes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (text === '' && takes('null')) return null;
  if (takes('string') || options.some((option) => Object.keys(option).length === 0)) return text;
  throw new BadParameter('parameter_invalid', path, `Invalid ${path}: must be one of ${values.join(', ')}`);
}
