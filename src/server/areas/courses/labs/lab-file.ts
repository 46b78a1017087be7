import { z } from 'zod';
import { labCheck, labPath, probeShapes } from '#contract/courses/lab-shapes';
import { nearestWord } from '#domain/courses/nearest-word';
import { LAB_LIMITS, type LabCheck, type Probe, type ProbeKind } from '#domain/labs/lab-spec';
import { READY_RUNNERS, RUNNERS } from '#domain/labs/runners';

/** What of a probe the key of its kind says in `lab.yaml`; the rest stands beside it. */
const MAIN: Readonly<Record<ProbeKind, string>> = {
  call: 'call',
  eval: 'code',
  run: 'file',
  answer: 'file',
  sql: 'sql',
  sh: 'command',
  http: 'request',
  dom: 'page',
};
const KINDS = Object.keys(MAIN) as ProbeKind[];

/** A strict object whose unknown keys are faults in words. */
function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      return issue.keys
        .map((key) => {
          const meant = nearestWord(key, known);
          return `unknown key ${key}${meant ? `; did you mean ${meant}?` : ''}`;
        })
        .join(', ');
    },
  });
}

/** `GET /books?x=1`, or a mapping where a request has headers or a body. */
const asRequest = (given: unknown) => {
  const [, method, path] = (typeof given === 'string' && /^([A-Z]+) (\S+)$/.exec(given)) || [];
  return method === undefined ? given : { method, path };
};

const { probe: _, ...common } = labCheck.shape;

/** The shape of a check of each kind, as the file writes it. */
const CHECKS = Object.fromEntries(
  KINDS.map((kind) => {
    const { kind: __, ...rest } = probeShapes[kind].shape as Record<string, z.ZodType>;
    const main = MAIN[kind];
    const own = Object.entries(rest).map(([name, shape]) => [name === main ? kind : name, shape] as const);
    return [kind, strict({ ...common, ...Object.fromEntries(own) })];
  }),
) as unknown as Record<ProbeKind, z.ZodType<Record<string, unknown>>>;

/** What a probe must say for there to be something to compare. */
function emptiness(probe: Probe): string | undefined {
  const one = (a: unknown, b: unknown) => (a === undefined) !== (b === undefined);
  if (probe.kind === 'call' && !one(probe.equals, probe.throws)) return 'needs either equals or throws';
  if (probe.kind === 'eval' && !one(probe.equals, probe.raises)) return 'needs either equals or raises';
  const { body, headers, status } = probe.kind === 'http' ? probe : { body: '', headers: {}, status: 0 };
  if (status === undefined && body === undefined && headers === undefined)
    return 'needs a status, headers, or a body to compare';
  return undefined;
}

const check = z.unknown().transform((given, context): LabCheck => {
  const say = (message: string, path: PropertyKey[] = []) =>
    context.issues.push({ code: 'custom', message, path, input: given });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    say('must be a mapping with id, name, and what is checked');
    return z.NEVER;
  }
  const kinds = KINDS.filter((kind) => Object.hasOwn(given, kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    say(`needs exactly one of ${KINDS.join(', ')}${kinds.length > 1 ? `, not ${kinds.join(' and ')}` : ''}`);
    return z.NEVER;
  }
  const requests = given as { http?: unknown; before?: unknown };
  const wanted =
    kind === 'http'
      ? {
          ...requests,
          http: asRequest(requests.http),
          ...(Array.isArray(requests.before) && { before: requests.before.map(asRequest) }),
        }
      : given;
  const read = CHECKS[kind].safeParse(wanted);
  if (!read.success) {
    for (const { message, path } of read.error.issues) say(message, [...path]);
    return z.NEVER;
  }
  const entries = Object.entries(read.data);
  const isCommon = (name: string) => Object.hasOwn(common, name);
  const probe = {
    kind,
    ...Object.fromEntries(
      entries.flatMap(([name, value]) =>
        isCommon(name) ? [] : [[name === kind ? MAIN[kind] : name, value] as const],
      ),
    ),
  } as unknown as Probe;
  const nothing = emptiness(probe);
  if (nothing !== undefined) say(nothing);
  const own = Object.fromEntries(entries.filter(([name]) => isCommon(name)));
  return { ...own, probe } as unknown as LabCheck;
});

const { runsPerHour, seconds } = LAB_LIMITS;
const NOT_READY = `isn't supported in this release; supported: ${READY_RUNNERS.join(', ')}`;

/** `lab.yaml` (docs/course-folders.md). */
export const labFile = strict({
  runner: z.enum(RUNNERS).refine((runner) => READY_RUNNERS.includes(runner), {
    error: ({ input }) => `${String(input)} ${NOT_READY}`,
  }),
  setup: z.array(z.string()).optional(),
  /** The order of the tabs; files that it doesn't name come after, by path. */
  tabs: z.array(labPath).max(LAB_LIMITS.files).optional(),
  typecheck: z.enum(['strict', 'loose']).optional(),
  limits: strict({
    seconds: z.number().min(seconds.least).max(seconds.most).default(seconds.unlessSaid),
    runs_per_hour: z.int().min(runsPerHour.least).max(runsPerHour.most).default(runsPerHour.unlessSaid),
  }).default({ seconds: seconds.unlessSaid, runs_per_hour: runsPerHour.unlessSaid }),
  pass: z.union([z.literal('all'), z.int().min(1)]).default('all'),
  checks: z
    .array(check)
    .min(1, 'At least one check is required')
    .max(LAB_LIMITS.checks, `At most ${LAB_LIMITS.checks} checks`),
  hints: z.array(z.string().min(1).max(1000)).max(20, 'At most 20 hints').default([]),
});
export type LabFile = z.output<typeof labFile>;
