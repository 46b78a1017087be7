import { cut } from '#domain/cut';
import type { Answer, Commanded, Fault, Queried, Ran, Replied } from './question.ts';
import { ENGINE_FAULTS, type EngineFault } from './verdict.ts';

/** A player answered what no runtime of ours does. */
export class GarbledAnswer extends Error {}

export function faultText({ name, message }: Fault): string {
  const isSqlCode = /^[0-9A-Z]{5}$/.test(name);
  return message === '' ? name : `${isSqlCode ? `ERROR ${name}` : name}: ${message}`;
}

/** Whether the learner's code threw the named error; a module path before the name says nothing. */
export function isThrown(answer: Answer, name: string): boolean {
  return answer.error !== undefined && answer.error.name.split('.').at(-1) === name;
}

/** Which limit a fault comes from, if from one. */
export function engineFault({ name, message }: Fault): EngineFault | undefined {
  const known = ENGINE_FAULTS.find((fault) => fault === name);
  if (known) return known;
  if (name === 'RecursionError' || (/call stack|stack overflow/i.test(message) && /Error$/.test(name)))
    return 'TooDeep';
  if (name === 'MemoryError' || (name === 'InternalError' && /out of memory/.test(message)))
    return 'OutOfMemory';
  return undefined;
}

/** What came through the pipe, as an answer; nothing of it is trusted to have its shape. */
export function readAnswer(raw: unknown): Answer {
  if (!isRecord(raw)) return { error: { name: 'Garbled', message: '' } };
  const out = typeof raw.out === 'string' ? { out: raw.out } : {};
  if (raw.error === undefined) return { value: raw.value, ...out };
  return { error: readFault(raw.error), ...out };
}

function readFault(raw: unknown): Fault {
  const error = isRecord(raw) ? raw : {};
  return {
    name: typeof error.name === 'string' ? cut(error.name.toWellFormed(), 100) : 'Garbled',
    message: typeof error.message === 'string' ? cut(error.message.toWellFormed(), 2000) : '',
    ...(typeof error.file === 'string' ? { file: cut(error.file.toWellFormed(), 200) } : {}),
    ...(typeof error.line === 'number' ? { line: error.line } : {}),
  };
}

export function readRan(value: unknown): Ran {
  if (!isRecord(value) || typeof value.exit !== 'number' || typeof value.stderr !== 'string')
    throw new GarbledAnswer();
  const fault = value.fault === undefined ? {} : { fault: readFault(value.fault) };
  return { exit: value.exit, stderr: value.stderr, ...fault };
}

export function readCommanded(value: unknown): Commanded {
  if (!isRecord(value) || typeof value.stdout !== 'string') throw new GarbledAnswer();
  return { ...readRan(value), stdout: value.stdout };
}

export function readReply(value: unknown): Replied {
  if (!isRecord(value) || typeof value.status !== 'number' || typeof value.body !== 'string')
    throw new GarbledAnswer();
  const headers = isRecord(value.headers) ? value.headers : {};
  return {
    status: value.status,
    body: value.body,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)]),
    ),
  };
}

/** The results of the statements of a query, in their order. */
export function readResults(value: unknown): Queried[] {
  if (!Array.isArray(value)) throw new GarbledAnswer();
  return value.map(readResult);
}

/** The last result of a query that selected something, or nothing. */
export function readQueried(value: unknown): Queried | undefined {
  return readResults(value).findLast(({ columns }) => columns.length > 0);
}

function readResult(value: unknown): Queried {
  if (!isRecord(value) || !Array.isArray(value.columns) || !Array.isArray(value.rows))
    throw new GarbledAnswer();
  if (!value.rows.every(Array.isArray)) throw new GarbledAnswer();
  return {
    columns: value.columns.map(String),
    rows: value.rows,
    total: typeof value.total === 'number' ? value.total : value.rows.length,
    ...(typeof value.command === 'string' ? { command: cut(value.command.toWellFormed(), 100) } : {}),
    ...(typeof value.count === 'number' ? { count: value.count } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
