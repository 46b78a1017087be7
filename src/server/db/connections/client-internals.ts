import type { Socket } from 'node:net';
import type pg from 'pg';

/** What every client of the driver has and its types leave out. */
interface Internals {
  readonly connection: { readonly stream: Socket };
  readonly processID: number | null;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** Ends a connection without a good-bye: over a line that is dead, one would wait for its answer. What is asked on it fails. */
export function dropConnection(client: pg.ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}

/** Number of its process in the database server; 0 while it connects. */
export function processIdOf(client: pg.ClientBase): number {
  return internalsOf(client).processID ?? 0;
}

/** Calls back once its socket got through to the other side, whatever that says then. */
export function whenReached(client: pg.ClientBase, reached: () => void): void {
  internalsOf(client).connection.stream.once('connect', reached);
}

/** How much the server has sent on it so far. */
export function receivedBytesOf(client: pg.ClientBase): number {
  return internalsOf(client).connection.stream.bytesRead ?? 0;
}
