/** What a lab's JavaScript finds besides the language, as the type checker knows it. */
export const LAB_GLOBALS = `declare const console: { log(...values: unknown[]): void; info(...values: unknown[]): void; warn(...values: unknown[]): void; error(...values: unknown[]): void; debug(...values: unknown[]): void };
declare function setTimeout<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): number;
declare function setInterval<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): number;
declare function clearTimeout(id: number | undefined): void;
declare function clearInterval(id: number | undefined): void;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<T>(value: T): T;
declare module 'node:http' {
  export interface IncomingMessage { readonly method: string; readonly url: string; readonly headers: Readonly<Record<string, string | undefined>>; on(event: 'data', listener: (chunk: string) => void): this; on(event: 'end', listener: () => void): this; setEncoding(encoding: string): this; [Symbol.asyncIterator](): AsyncIterator<string> }
  export interface ServerResponse { statusCode: number; readonly headersSent: boolean; readonly writableEnded: boolean; setHeader(name: string, value: string | number): this; getHeader(name: string): string | number | undefined; hasHeader(name: string): boolean; removeHeader(name: string): void; writeHead(status: number, headers?: Record<string, string | number>): this; write(text: string): boolean; end(text?: string): this }
  export interface Server { listen(port?: number, host?: string | (() => void), ready?: () => void): this; close(done?: () => void): this; on(event: 'request', listener: (request: IncomingMessage, response: ServerResponse) => void): this }
  export function createServer(listener?: (request: IncomingMessage, response: ServerResponse) => void): Server;
  export const STATUS_CODES: Readonly<Record<number, string>>;
}
declare module 'http' { export * from 'node:http'; }
`;
