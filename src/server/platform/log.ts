import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Structured log on standard output; never given secrets, addresses or bodies. */
export function createLog(level: string): Log {
  return pino({ level, base: null });
}
