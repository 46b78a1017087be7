import { connect } from 'node:net';
import { expect } from 'vitest';
import { listen } from '#server/http/listen';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';

const BYTES = 10_000_000;
/** What node:http takes from a connection before anybody asks for the body: two reads of 64 kB. */
const MAX_READ = 262_144;
const FORM = 'Content-Type: multipart/form-data; boundary=x\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const declared = `Content-Length: ${BYTES}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const body = Buffer.alloc(BYTES, ' ');
const chunk = Buffer.concat([Buffer.from(`${BYTES.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

const MEMBER = 'Cookie: lectern.test=free\r\nOrigin: http://localhost:3000\r\n';
const NOT_MINE = 'POST /api/exam-attempts/11111111-1111-4111-8111-111111111111/files';

test.for<readonly [string, string, string, Buffer, number]>([
  ['is a member without such an attempt', NOT_MINE, MEMBER + FORM + declared, body, 404],
  ['is a member without such an attempt, in chunks', NOT_MINE, MEMBER + FORM + chunked, chunk, 404],
  ['may not call', 'PUT /api/account/avatar', FORM + declared, body, 401],
  ['may not call, in chunks', 'PUT /api/account/avatar', FORM + chunked, chunk, 401],
  ['asks before sending', 'PUT /api/account/avatar', `${FORM}${declared}Expect: 100-continue\r\n`, body, 401],
  ['sends too much', 'POST /api/contact', JSON_TYPE + declared, body, 413],
  ['sends too much in chunks', 'POST /api/contact', JSON_TYPE + chunked, chunk, 413],
  ['calls what is not there', 'POST /api/nothing-is-here', FORM + declared, body, 404],
])(
  'one who %s is answered, and the body stays unread, sent at once or after the answer',
  async ([, line, headers, sent, status], { db }) => {
    const { app } = await openSchool(db);
    const { drain, port, server } = await listen(app, { host: '127.0.0.1', port: 0 });
    try {
      for (const isAfterAnswer of [false, true]) {
        // Of a body in chunks nothing is known to be too much before it is sent.
        if (isAfterAnswer && status === 413 && headers.includes(chunked)) continue;
        const state = { isOpenAfterAnswer: false };
        const read = new Promise<number>((resolve) =>
          server.once('connection', (socket) => {
            socket.once('finish', () =>
              setImmediate(() => {
                state.isOpenAfterAnswer = !socket.destroyed;
              }),
            );
            socket.once('close', () => resolve(socket.bytesRead));
          }),
        );
        const heard = await sendRaw(
          port,
          `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`,
          sent,
          isAfterAnswer,
        );
        expect(heard).toMatch(new RegExp(`HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`, 'i'));
        expect(await read).toBeLessThanOrEqual(MAX_READ);
        // Closed at once, with unread bytes in it, the connection may take the answer with it.
        expect(state.isOpenAfterAnswer).toBe(true);
      }
    } finally {
      server.closeAllConnections();
      await drain();
    }
  },
);

/** Everything that came back until the connection was closed. */
function sendRaw(port: number, head: string, sent: Buffer, isAfterAnswer: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  let isSent = !isAfterAnswer;
  socket.on('data', (part) => {
    heard += part.toString('latin1');
    if (isSent || !/HTTP\/1\.1 [2-5]/.test(heard)) return;
    isSent = true;
    socket.write(sent);
  });
  // The connection breaks off under the rest of the body.
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(heard));
  socket.write(head);
  if (isSent) socket.write(sent);
  return promise;
}
