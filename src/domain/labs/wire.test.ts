import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LabValue } from './lab-value.ts';
import { isSame, showWire, toWire } from './wire.ts';

test('every value of an author equals itself, and the text of it is one', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    const wire = toWire(value as LabValue);
    expect(isSame(JSON.parse(JSON.stringify(wire)), wire)).toBe(true);
    expect(typeof showWire(wire)).toBe('string');
  });
  fc.assert(property);
});

test('members of sets and keys of objects stand in any order, items of lists do not', () => {
  expect(isSame(toWire({ $set: [1, 2] }), toWire({ $set: [2, 1] }))).toBe(true);
  expect(isSame(toWire({ $set: [{ a: 1, b: 2 }] }), toWire({ $set: [{ b: 2, a: 1 }] }))).toBe(true);
  expect(isSame(toWire({ a: 1, b: 2 }), toWire({ b: 2, a: 1 }))).toBe(true);
  expect(isSame(toWire([1, 2]), toWire([2, 1]))).toBe(false);
});

test('undefined, NaN, minus zero, dates and big numbers are values of their own', () => {
  const values: LabValue[] = [
    null,
    0,
    { $undefined: true },
    { $number: 'NaN' },
    { $number: '-0' },
    { $bigint: '0' },
    { $date: '2026-01-01' },
  ];
  const wires = values.map(toWire);
  for (const [row, a] of wires.entries())
    for (const [column, b] of wires.entries()) expect(isSame(a, b)).toBe(row === column);
});

test('a number within the tolerance is the same', () => {
  expect(isSame(0.30000000000000004, 0.3, 1e-9)).toBe(true);
  expect(isSame(0.31, 0.3, 1e-9)).toBe(false);
});
