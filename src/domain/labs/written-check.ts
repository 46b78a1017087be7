import type { HttpRequest, LabCheck, Probe, ProbeKind } from './lab-spec.ts';

/** A check as an author writes it: the kind of its probe is a key beside the others. */
export type WrittenCheck = Readonly<Record<string, unknown>>;

/** What of a probe the key of its kind says; the rest stands beside it. */
export const MAIN_OF: Readonly<Record<ProbeKind, string>> = {
  call: 'call',
  eval: 'code',
  run: 'file',
  answer: 'file',
  sql: 'sql',
  sh: 'command',
  http: 'request',
  dom: 'page',
};
export const PROBE_KINDS = Object.keys(MAIN_OF) as ProbeKind[];

/** What every check has, whatever it asks. */
const COMMON = new Set(['id', 'name', 'hidden', 'fresh', 'points', 'hint', 'setup']);

/** `GET /books?x=1`, or a mapping where a request has headers or a body. */
export function toRequest(given: unknown): unknown {
  const [, method, path] = (typeof given === 'string' && /^([A-Z]+) (\S+)$/.exec(given)) || [];
  return method === undefined ? given : { method, path };
}

/** In one line, where a request has neither headers nor a body. */
export function toWrittenRequest(request: HttpRequest): HttpRequest | string {
  const { body, headers, method, path } = request;
  const line = `${method} ${path}`;
  return body === undefined && headers === undefined && typeof toRequest(line) === 'object' ? line : request;
}

/** What a written check means. It was checked before. */
export function toLabCheck(written: WrittenCheck): LabCheck {
  const kind = PROBE_KINDS.find((each) => Object.hasOwn(written, each)) ?? 'call';
  const entries = Object.entries(written);
  const own = entries.filter(([name]) => COMMON.has(name));
  const asked = entries
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => [name === kind ? MAIN_OF[kind] : name, value] as const);
  const probe = { kind, ...Object.fromEntries(asked), ...(kind === 'http' ? requestsOf(written) : {}) };
  return { ...Object.fromEntries(own), probe: probe as unknown as Probe } as unknown as LabCheck;
}

function requestsOf({ before, http }: WrittenCheck): object {
  return {
    request: toRequest(http),
    ...(Array.isArray(before) && { before: before.map(toRequest) }),
  };
}
