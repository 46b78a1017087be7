import { Agent, request } from 'node:http';
import { cpuMs } from './process-tree.ts';

export interface Call {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A kept connection that the other side closed just when it was used again: nothing was read of the request. */
export class StaleConnection extends Error {}

/** Sends one request and reads the whole reply. */
export function send(
  port: number,
  { body, headers, method = 'GET', path }: Call,
  agent?: Agent,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      );
      incoming.on('error', reject);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
    );
    outgoing.end(body);
  });
}

export interface Server {
  readonly port: number;
  /** Process whose tree pays for the requests. */
  readonly pid: number;
}

export interface Load extends Server {
  /** Another process whose tree pays as well, such as the database server of both. */
  readonly alsoPid?: number;
  readonly requests: number;
  readonly callers: number;
  readonly call: (index: number) => Call;
  readonly onReply?: (reply: Reply) => void;
}

/** Sends the requests with so many callers at once; answers CPU ms per request of the whole process tree. */
export async function measure({
  alsoPid,
  call,
  callers,
  onReply,
  pid,
  port,
  requests,
}: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const spent = () => cpuMs(pid) + (alsoPid === undefined ? 0 : cpuMs(alsoPid));
  const before = spent();
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < requests; index = next++) {
      const reply = await send(port, call(index), agent);
      if (reply.status >= 400)
        throw new Error(`${call(index).path}: ${reply.status} ${reply.body.toString().slice(0, 200)}`);
      onReply?.(reply);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  return (spent() - before) / requests;
}

/** CPU ms of a request to bare node:http with sixteen callers on the machine that the limits were set on. */
const BARE_THERE = 0.019;

/** How often the cost of bare node:http a limit in ms allows. */
export function timesBare(limit: number): number {
  return limit / BARE_THERE;
}

/** Whether a cost is over its limit: in ms, and beside what bare node:http costs here in the same run. */
export function isAbove(cost: number, limit: number, bare: number): boolean {
  return !(cost <= limit || cost / bare <= timesBare(limit));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
