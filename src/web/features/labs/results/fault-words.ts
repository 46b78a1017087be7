import type { ProbeKind } from '#domain/labs/lab-spec';
import type { EngineFault } from '#domain/labs/verdict';
import { m } from '#web/lib/messages.ts';

/** What a limit that was reached means for the code. `seconds`: what a question may take in this lab. */
export function faultWords(fault: EngineFault, seconds: number): string {
  switch (fault) {
    case 'Timeout':
      return m.labs_fault_timeout({ seconds });
    case 'OutOfMemory':
      return m.labs_fault_memory();
    case 'TooDeep':
      return m.labs_fault_deep();
    case 'Endless':
      return m.labs_fault_endless();
    case 'TooMuch':
      return m.labs_fault_much();
    case 'Died':
      return m.labs_fault_died();
    case 'Garbled':
      return m.labs_fault_garbled();
  }
}

const WHERE: Readonly<Record<string, () => string>> = {
  output: m.labs_where_output,
  exit: m.labs_where_exit,
  status: m.labs_where_status,
  body: m.labs_where_body,
  columns: m.labs_where_columns,
  rows: m.labs_where_rows,
  order: m.labs_where_order,
};

/** What of an answer is not as it should be: a part of it, the name of a header, or the path of a file. */
export function whereWords(where: string): string {
  return WHERE[where]?.() ?? m.labs_where_other({ name: where });
}

const ASKED: Readonly<Record<ProbeKind, () => string>> = {
  call: m.labs_asked_call,
  eval: m.labs_asked_eval,
  run: m.labs_asked_run,
  http: m.labs_asked_http,
  answer: m.labs_asked_rows,
  sql: m.labs_asked_rows,
  sh: m.labs_asked_sh,
  dom: m.labs_asked_dom,
};

/** What was done with the code to find out. */
export function askedWords(kind: ProbeKind): string {
  return ASKED[kind]();
}
