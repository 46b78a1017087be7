import { expect, test } from 'vitest';
import { BodyRoom } from './body-room.ts';

const ROOM = { bytes: 100, callerBytes: 40, waitMs: 10_000 };

/** Asks for room for each of these in turn; who has it, and how each gives it back. */
function asked(room: BodyRoom, bodies: readonly (readonly [string, number])[]) {
  const inside: string[] = [];
  const leave = bodies.map(([caller, bytes], at) =>
    room.take(caller, bytes).then((release) => {
      inside.push(`${caller}${at}`);
      return () => release();
    }),
  );
  return { inside, leave };
}
const aMoment = () => new Promise((resolve) => setImmediate(resolve));

test('one caller holds no more than a share, and others are let in meanwhile', async () => {
  const { inside, leave } = asked(new BodyRoom(ROOM), [
    ...(['a', 'a', 'a'] as const).map((who) => [who, 20] as const),
    ['b', 20],
  ]);
  await aMoment();
  expect(inside).toEqual(['a0', 'a1', 'b3']);
  (await leave[0])?.();
  await aMoment();
  expect(inside).toEqual(['a0', 'a1', 'b3', 'a2']);
});

test('all together hold no more than there is, first come, first served', async () => {
  const { inside, leave } = asked(new BodyRoom(ROOM), [
    ['a', 40],
    ['b', 40],
    ['c', 40],
    ['d', 10],
  ]);
  await aMoment();
  expect(inside).toEqual(['a0', 'b1']);
  const [first] = await Promise.all(leave.slice(0, 2));
  first?.();
  // Room that was given back is not given back again.
  first?.();
  await aMoment();
  expect(inside).toEqual(['a0', 'b1', 'c2', 'd3']);
});

test('a body larger than all shares is read when nobody else is', async () => {
  const { inside, leave } = asked(new BodyRoom(ROOM), [
    ['a', 500],
    ['b', 1],
  ]);
  await aMoment();
  expect(inside).toEqual(['a0']);
  (await leave[0])?.();
  await aMoment();
  expect(inside).toEqual(['a0', 'b1']);
});

test('who waits too long is told when to come again, and holds up nobody', async () => {
  const room = new BodyRoom({ ...ROOM, waitMs: 20 });
  const release = await room.take('a', 100);
  await expect(room.take('b', 10)).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retryAfter: 10 } });
  release();
  await expect(room.take('c', 100)).resolves.toBeInstanceOf(Function);
});
