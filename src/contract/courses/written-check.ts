import { z } from 'zod';
import { nearestWord } from '#domain/courses/nearest-word';
import type { Probe, ProbeKind } from '#domain/labs/lab-spec';
import {
  MAIN_OF,
  PROBE_KINDS,
  toLabCheck,
  toRequest,
  toWrittenRequest,
  type WrittenCheck,
} from '#domain/labs/written-check';
import { perLanguage } from '#domain/language';
import { m } from '../../messages/messages.js';
import { labCheck, probeShapes } from './lab-shapes.ts';

const inList = perLanguage((of) => new Intl.ListFormat(of));

/** A strict object whose unknown keys are faults in words. */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      return issue.keys
        .map((key) => {
          const meant = nearestWord(key, known);
          return meant ? m.reports_unknown_key_meant({ key, meant }) : m.reports_unknown_key({ key });
        })
        .join(', ');
    },
  });
}

const { probe: _, ...common } = labCheck.shape;

/** The shape of a check of each kind, as an author writes it. */
const CHECKS = Object.fromEntries(
  PROBE_KINDS.map((kind) => {
    const { kind: __, ...rest } = probeShapes[kind].shape as Record<string, z.ZodType>;
    const own = Object.entries(rest).map(
      ([name, shape]) => [name === MAIN_OF[kind] ? kind : name, shape] as const,
    );
    return [kind, strict({ ...common, ...Object.fromEntries(own) })];
  }),
) as unknown as Record<ProbeKind, z.ZodType<Record<string, unknown>>>;

/** What a probe must say for there to be something to compare. */
function emptiness(probe: Probe): string | undefined {
  const one = (a: unknown, b: unknown) => (a === undefined) !== (b === undefined);
  if (probe.kind === 'call' && !one(probe.equals, probe.throws))
    return m.reports_needs_either({ one: 'equals', other: 'throws' });
  if (probe.kind === 'eval' && !one(probe.equals, probe.raises))
    return m.reports_needs_either({ one: 'equals', other: 'raises' });
  const { body, headers, status } = probe.kind === 'http' ? probe : { body: '', headers: {}, status: 0 };
  if (status === undefined && body === undefined && headers === undefined)
    return m.reports_needs_a_reply_to_compare();
  return undefined;
}

/** A check as it is written, its keys in one order; `toLabCheck` says what it means. */
export const writtenCheck = z.unknown().transform((given, context): WrittenCheck => {
  const say = (message: string, path: PropertyKey[] = []) =>
    context.issues.push({ code: 'custom', message, path, input: given });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    say(m.reports_must_be_a_check());
    return z.NEVER;
  }
  const kinds = PROBE_KINDS.filter((kind) => Object.hasOwn(given, kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const known = PROBE_KINDS.join(', ');
    say(
      kinds.length > 1
        ? m.reports_needs_exactly_one_not({ known, given: inList().format(kinds) })
        : m.reports_needs_exactly_one({ known }),
    );
    return z.NEVER;
  }
  const read = CHECKS[kind].safeParse(kind === 'http' ? withRequests(given, toRequest) : given);
  if (!read.success) {
    for (const { message, path } of read.error.issues) say(message, [...path]);
    return z.NEVER;
  }
  const nothing = emptiness(toLabCheck(read.data).probe);
  if (nothing !== undefined) say(nothing);
  return kind === 'http' ? withRequests(read.data, toWrittenRequest) : read.data;
});

/** The same check with each of its requests in another form. */
function withRequests<Request>(given: object, form: (request: Request) => unknown): WrittenCheck {
  const { before, http } = given as { before?: unknown; http?: unknown };
  return {
    ...given,
    http: form(http as Request),
    ...(Array.isArray(before) && { before: (before as Request[]).map(form) }),
  };
}
