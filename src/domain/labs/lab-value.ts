/**
 * A value as an author writes it. What JSON has no word for is an object with one key that begins with a dollar:
 * `{ $undefined: true }`, `{ $date: '2026-01-01' }`, `{ $bigint: '12' }`, `{ $number: 'NaN' }`, `{ $set: [] }`,
 * `{ $map: [[key, value]] }`.
 */
export type LabValue =
  | null
  | string
  | boolean
  | number
  | readonly LabValue[]
  | { readonly [key: string]: LabValue };

/** A value on its way to the player and back, by copy. */
export type Wire = null | string | boolean | number | TaggedWire;

export type TaggedWire =
  | { readonly t: 'undefined' | 'circular' | 'deep' }
  | { readonly t: 'number' | 'bigint' | 'date' | 'symbol' | 'function'; readonly v: string }
  | { readonly t: 'long'; readonly n: number }
  | { readonly t: 'error'; readonly name: string; readonly message: string }
  | { readonly t: 'array' | 'set'; readonly v: readonly Wire[] }
  | { readonly t: 'map'; readonly v: readonly (readonly [Wire, Wire])[] }
  | { readonly t: 'object'; readonly c?: string; readonly v: readonly (readonly [string, Wire])[] };
