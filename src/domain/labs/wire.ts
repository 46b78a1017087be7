import type { LabValue, TaggedWire, Wire } from './lab-value.ts';

const DEEPEST = 14;

/** An author's value in the form that travels. */
export function toWire(value: LabValue): Wire {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberWire(value);
  if (isList(value)) return { t: 'array', v: value.map(toWire) };
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1) {
    const special = specialWire(only[0], only[1]);
    if (special !== undefined) return special;
  }
  return { t: 'object', v: entries.map(([key, item]) => [key, toWire(item)] as const) };
}

function isList(value: LabValue): value is readonly LabValue[] {
  return Array.isArray(value);
}

function numberWire(value: number): Wire {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { t: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
}

function specialWire(key: string, value: LabValue): Wire | undefined {
  if (key === '$undefined') return { t: 'undefined' };
  if (key === '$date') return { t: 'date', v: new Date(String(value)).toISOString() };
  if (key === '$bigint') return { t: 'bigint', v: String(value) };
  if (key === '$number') return numberWire(value === '-0' ? -0 : Number(value));
  if (key === '$set' && isList(value)) return { t: 'set', v: value.map(toWire) };
  if (key === '$map' && isList(value)) {
    const pairs = value.map((pair) => (isList(pair) ? pair : []));
    return { t: 'map', v: pairs.map(([k = null, v = null]) => [toWire(k), toWire(v)] as const) };
  }
  return undefined;
}

/** A value as a person reads it; whatever a player sent, it ends and throws nothing. */
export function showWire(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  if (depth > DEEPEST) return '…';
  const wire = value as { t?: unknown; v?: unknown; c?: unknown; name?: unknown; message?: unknown };
  const items = Array.isArray(wire.v) ? wire.v : [];
  const inner = (item: unknown) => showWire(item, depth + 1);
  const pair = (between: string, key: (value: unknown) => string) => (item: unknown) =>
    Array.isArray(item) ? `${key(item[0])}${between}${inner(item[1])}` : '…';
  switch (wire.t) {
    case 'array':
      return `[${items.map(inner).join(', ')}]`;
    case 'set':
      return `Set {${items.map(inner).join(', ')}}`;
    case 'map':
      return `Map {${items.map(pair(' => ', inner)).join(', ')}}`;
    case 'object': {
      const fields = items.map(pair(': ', String)).join(', ');
      const name = typeof wire.c === 'string' ? `${wire.c} ` : '';
      return fields === '' ? `${name}{}` : `${name}{ ${fields} }`;
    }
    case 'number':
      return String(wire.v);
    case 'bigint':
      return `${String(wire.v)}n`;
    case 'date':
      return `Date ${String(wire.v)}`;
    case 'error':
      return `${String(wire.name)}: ${String(wire.message)}`;
    case 'undefined':
      return 'undefined';
    case 'function':
      return `function ${String(wire.v)}`;
    default:
      return `<${String(wire.t)}>`;
  }
}

/** Whether an answer is the expected value; numbers may differ by the tolerance, keys and members stand in any order. */
export function isSame(actual: unknown, expected: Wire, tolerance = 0): boolean {
  if (typeof actual === 'number' && typeof expected === 'number')
    return actual === expected || Math.abs(actual - expected) <= tolerance;
  if (expected === null || typeof expected !== 'object') return actual === expected;
  if (actual === null || typeof actual !== 'object') return false;
  return isSameTagged(actual as { t?: unknown; v?: unknown }, expected, tolerance);
}

function isSameTagged(
  actual: { t?: unknown; v?: unknown },
  expected: TaggedWire,
  tolerance: number,
): boolean {
  if (actual.t !== expected.t) return false;
  if (expected.t === 'error') {
    const { name, message } = actual as { name?: unknown; message?: unknown };
    return name === expected.name && message === expected.message;
  }
  if (!('v' in expected)) return expected.t === 'undefined';
  if (typeof expected.v === 'string') return actual.v === expected.v;
  if (!Array.isArray(actual.v) || actual.v.length !== expected.v.length) return false;
  if (expected.t === 'array') {
    const { v } = actual;
    return expected.v.every((item, index) => isSame(v[index], item, tolerance));
  }
  if (expected.t === 'object') {
    const found = new Map<unknown, unknown>(
      actual.v.filter(Array.isArray).map(([key, value]) => [key, value]),
    );
    return (
      found.size === expected.v.length &&
      expected.v.every(([key, value]) => found.has(key) && isSame(found.get(key), value, tolerance))
    );
  }
  return areSameMembers(actual.v, expected.v, tolerance);
}

/** Members of a set or map: each expected one takes one of the actual ones, found by how it reads. */
function areSameMembers(
  actual: readonly unknown[],
  expected: readonly unknown[],
  tolerance: number,
): boolean {
  const byText = (items: readonly unknown[]) =>
    items.map((item) => [orderText(item), item] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const left = byText(actual);
  return byText(expected).every(([, item], index) => isSameMember(left[index]?.[1], item, tolerance));
}

function isSameMember(actual: unknown, expected: unknown, tolerance: number): boolean {
  if (!Array.isArray(expected)) return isSame(actual, expected as Wire, tolerance);
  return (
    Array.isArray(actual) &&
    isSame(actual[0], expected[0], tolerance) &&
    isSame(actual[1], expected[1], tolerance)
  );
}

/** The order of an object's keys says nothing, so it may not decide the order of members either. */
function orderText(value: unknown): string {
  return JSON.stringify(value, (key, item) =>
    key === 'v' &&
    Array.isArray(item) &&
    item.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string')
      ? [...item].sort(([a], [b]) => (a < b ? -1 : 1))
      : item,
  );
}
