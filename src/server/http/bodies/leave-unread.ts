import type { IncomingMessage, ServerResponse } from 'node:http';
import { SMALL_BYTES } from './admit-body.ts';

/** Time to read the answer in: a connection that is closed with unread bytes in it takes the answer with it. */
const LINGER_MS = 1000;
/** More connections than these are closed at once, so that their buffers stay small together. */
const MAX_LINGERING = 100;
let lingering = 0;

/**
 * Ends the connection of a large request that was answered before all of it arrived. What is left of the body is not
 * read; the sender has a second to read the answer.
 */
export function leaveUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const declared = incoming.headers['content-length'];
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  if (!isChunked && Number(declared ?? 0) <= SMALL_BYTES) return;
  // Before node:http, which would read the rest and throw it away.
  outgoing.prependOnceListener('finish', () => {
    if (!incoming.complete && lingering < MAX_LINGERING) linger(incoming);
    else if (!incoming.complete) incoming.socket.destroy();
  });
}

function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  lingering += 1;
  incoming.resume = () => incoming;
  socket.destroySoon = () => undefined;
  socket.pause();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
    lingering -= 1;
  });
}
