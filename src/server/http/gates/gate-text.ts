import { Failure } from '#server/failure';

const MAX_DEPTH = 32;
const MESSAGE = 'Contains unsupported characters';

/** Refuses text that PostgreSQL cannot hold (NUL, half a surrogate pair) and nesting deeper than any form is. */
export function gateText(input: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { depth, path, value } = next;
    if (typeof value === 'string') refuse(value, path);
    if (!isPlain(value)) continue;
    if (depth >= MAX_DEPTH) throw new Failure('BAD_INPUT', { fields: { [path]: 'Nested too deeply' } });
    for (const [key, child] of Object.entries(value)) {
      refuse(key, path);
      waiting.push({ value: child, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}

function refuse(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new Failure('BAD_INPUT', { fields: { [path]: MESSAGE } });
  }
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
