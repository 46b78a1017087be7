import type { Fault } from '#domain/labs/question';

/** What PostgreSQL says about an error; `position` counts characters from 1. */
interface PostgresError {
  readonly code?: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: string;
}

/** An error as a fault: its code, the words that `psql` would print, and the line. */
export function faultOf(error: unknown, sql: string): Fault {
  if (!(error instanceof Error)) return { name: 'Died', message: '' };
  const { code, detail, hint, message, position } = error as PostgresError;
  // Only the server's own errors have a code of five signs; the rest is the machine, which broke.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return { name: 'Died', message };
  if (code === '53200') return { name: 'OutOfMemory', message };
  if (code === '54001') return { name: 'TooDeep', message };
  const words = [message, detail && `DETAIL: ${detail}`, hint && `HINT: ${hint}`];
  return {
    name: code,
    message: words.filter(Boolean).join('\n'),
    ...(position === undefined ? {} : { line: lineOf(sql, Number(position)) }),
  };
}

function lineOf(sql: string, position: number): number {
  return [...sql]
    .slice(0, position - 1)
    .join('')
    .split('\n').length;
}
