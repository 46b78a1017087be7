import { expect, test } from 'vitest';
import { newTrace, traceFrom, traceResponse } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a traceparent header names the trace, who called, and whether it is recorded', () => {
  expect(traceFrom(`00-${TRACE}-${PARENT}-01`)).toEqual({
    traceId: TRACE,
    parentId: PARENT,
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    isSampled: true,
  });
  expect(traceFrom(`00-${TRACE}-${PARENT}-00`)?.isSampled).toBe(false);
  expect(traceFrom(`00-${TRACE}-${PARENT}-03`)?.isSampled).toBe(true);
});

test('a later version may say more, the first one may not', () => {
  expect(traceFrom(`01-${TRACE}-${PARENT}-01-more`)?.traceId).toBe(TRACE);
  expect(traceFrom(`00-${TRACE}-${PARENT}-01-more`)).toBeNull();
});

test.for([
  null,
  '',
  '00-nothing',
  `ff-${TRACE}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01\n`,
  `00-${TRACE}-${PARENT}`,
])('%j is no traceparent header', (header) => {
  expect(traceFrom(header)).toBeNull();
});

test('the reply names our part of the trace', () => {
  const trace = newTrace(true);
  expect(traceResponse(trace)).toBe(`00-${trace.traceId}-${trace.spanId}-01`);
  expect(traceResponse({ ...trace, isSampled: false })).toMatch(/-00$/);
});
