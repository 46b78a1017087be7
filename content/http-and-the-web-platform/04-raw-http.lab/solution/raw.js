import { fromBytes, toBytes } from './bytes.js';

const END = '\r\n\r\n';

/** What a request asks for: { method, target, headers }. */
export function readRequest(received) {
  const [first, ...lines] = headOf(received);
  const [method, target] = first.split(' ');
  return { method, target, headers: fieldsOf(lines) };
}

function headOf(received) {
  return received.slice(0, received.indexOf(END)).split('\r\n');
}

function fieldsOf(lines) {
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return Object.fromEntries(fields);
}

/** A reply as bytes. */
export function reply(status, fields, body) {
  const bytes = toBytes(body);
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}${END}${bytes}`;
}

/** What the server sends for what it received so far; empty while it waits for more. */
export function answer(received) {
  if (!received.includes(END)) return '';
  const { method, target } = readRequest(received);
  if (method !== 'GET') return reply('405 Method Not Allowed', { Allow: 'GET' }, '');
  if (target === '/old') return reply('301 Moved Permanently', { Location: '/new' }, '');
  return reply('200 OK', { 'Content-Type': 'text/plain; charset=utf-8' }, 'Hello, Ævar\n');
}

/** What a client makes of a reply: { status, body, missing }. `missing` counts bytes that didn't come. */
export function readReply(received) {
  const [first, ...lines] = headOf(received);
  const length = Number(fieldsOf(lines)['content-length']);
  const bytes = received.slice(received.indexOf(END) + END.length).slice(0, length);
  return { status: Number(first.split(' ')[1]), body: fromBytes(bytes), missing: length - bytes.length };
}
