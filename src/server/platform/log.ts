import pino, { type DestinationStream, type Logger } from 'pino';
import { currentRequest, requestIds } from './tracing/request-context.ts';

export type Log = Logger;

/**
 * Structured log, on standard output unless another target is given; never given secrets, addresses or bodies. Each line that is
 * written for a request names it and its trace.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, mixin: () => requestIds(currentRequest()) };
  return destination ? pino(options, destination) : pino(options);
}
