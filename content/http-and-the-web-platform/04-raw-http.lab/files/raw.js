import { fromBytes, toBytes } from './bytes.js';

/** What a request asks for: { method, target, headers }. */
export function readRequest(received) {
  return { method: '', target: '', headers: {} };
}

/** A reply as bytes. It contains one deliberate fault. */
export function reply(status, fields, body) {
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${toBytes(body)}`;
}

/** What the server sends for what it received so far; empty while it waits for more. */
export function answer(received) {
  return reply('200 OK', { 'Content-Type': 'text/plain; charset=utf-8' }, 'Hello, Ævar\n');
}

/** What a client makes of a reply: { status, body, missing }. `missing` counts bytes that didn't come. */
export function readReply(received) {
  return { status: 0, body: '', missing: 0 };
}
