import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { BodyRoom, type BodyRooms } from '#server/http/bodies/body-room';
import { listen } from '#server/http/listen';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';

const LARGE = 90_000;
const WAIT_MS = 8000;
/** Nobody is too slow before a test ends. */
const PATIENT = { graceMs: 60_000, wholeMs: 120_000 };
const HURRIED = { graceMs: 200, wholeMs: 2000 };
const members = () => new BodyRoom({ bytes: 3 * LARGE, callerBytes: LARGE, waitMs: WAIT_MS });

interface Sending {
  readonly send: (bytes: number) => void;
  readonly leave: () => void;
  /** The status of the answer. */
  readonly status: Promise<number>;
}

/** A school that listens, with little room; `upload` begins to send a large form as somebody. */
async function openDoor(db: Db, rooms: Partial<BodyRooms>) {
  const { app } = await openSchool(db, { rooms });
  const { drain, port, server } = await listen(app, { host: '127.0.0.1', port: 0 });
  const upload = async (who: string): Promise<Sending> => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    const isVisitor = who === 'visitor';
    socket.write(
      [
        isVisitor ? 'POST /api/contact HTTP/1.1' : 'PUT /api/account/avatar HTTP/1.1',
        'Host: x',
        ...(isVisitor ? [] : [`Cookie: lectern.test=${who}`]),
        'Origin: http://localhost:3000',
        `Content-Type: ${isVisitor ? 'application/json' : 'multipart/form-data; boundary=x'}`,
        `Content-Length: ${LARGE}`,
        '',
        '',
      ].join('\r\n'),
    );
    const send = (bytes: number) => void socket.write(' '.repeat(bytes));
    return { send, leave: () => socket.destroy(), status: statusOf(socket) };
  };
  const close = async () => {
    server.closeAllConnections();
    await drain();
  };
  return { upload, [Symbol.asyncDispose]: close };
}

async function statusOf(socket: Socket): Promise<number> {
  socket.on('error', () => undefined);
  const [head] = (await once(socket, 'data')) as [Buffer];
  return Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))?.[1]);
}

test('who sends nothing more loses the room, and the next one gets it', async ({ db }) => {
  await using door = await openDoor(db, { members: members(), pace: HURRIED });
  const slow = await Promise.all(['basic', 'second', 'premium'].map(door.upload));
  for (const { send } of slow) send(1000);
  await sleep(100);
  const next = await door.upload('free');
  next.send(LARGE);
  expect(await next.status).toBe(400);
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual([408, 408, 408]);
});

test('who keeps the pace is heard to the end, however slowly', async ({ db }) => {
  await using door = await openDoor(db, { members: members(), pace: HURRIED });
  const { send, status } = await door.upload('free');
  for (let part = 0; part < 10; part += 1) {
    send(LARGE / 10);
    await sleep(120);
  }
  expect(await status).toBe(400);
});

test('who has sent waits for nobody who is still sending, however many there are', async ({ db }) => {
  const memory = new BodyRoom({ bytes: LARGE, callerBytes: LARGE, waitMs: 1000 });
  const arriving = new BodyRoom({ bytes: 100 * LARGE, callerBytes: LARGE, waitMs: 1000 });
  await using door = await openDoor(db, { members: arriving, memory, pace: PATIENT });
  const slow = await Promise.all(['basic', 'second', 'premium'].map(door.upload));
  for (const { send } of slow) send(LARGE - 1);
  await sleep(100);
  const next = await door.upload('free');
  next.send(LARGE);
  expect(await next.status).toBe(400);
  for (const { send } of slow) send(1);
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual([400, 400, 400]);
});

test('visitors who send slowly keep only visitors waiting', async ({ db }) => {
  const small = () => new BodyRoom({ bytes: LARGE, callerBytes: LARGE, waitMs: 200 });
  await using door = await openDoor(db, { members: small(), visitors: small(), pace: PATIENT });
  const [slow, late] = [await door.upload('visitor'), await door.upload('visitor')];
  for (const { send } of [slow, late]) send(1000);
  expect(await Promise.race([slow.status, late.status])).toBe(429);
  const member = await door.upload('free');
  member.send(LARGE);
  expect(await member.status).toBe(400);
});

test('who goes away leaves the room at once', async ({ db }) => {
  await using door = await openDoor(db, { members: members(), pace: PATIENT });
  const gone = await Promise.all(['basic', 'second', 'premium'].map(door.upload));
  for (const { send } of gone) send(1000);
  await sleep(100);
  const next = await door.upload('free');
  next.send(LARGE);
  for (const { leave } of gone) leave();
  expect(await next.status).toBe(400);
});
