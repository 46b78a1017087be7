import { z } from 'zod';
import { LAB_PATH, LONGEST_LAB_PATH } from '#domain/labs/lab-path';
import type { DomRead, DomStep, LabFiles, Probe } from '#domain/labs/lab-spec';
import { LAB_LIMITS, lengthOf } from '#domain/labs/lab-spec';
import type { LabValue } from '#domain/labs/lab-value';
import { RUNNERS } from '#domain/labs/runners';
import { type CheckResult, ENGINE_FAULTS, type Verdict } from '#domain/labs/verdict';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';

export const labPath = z.string().max(LONGEST_LAB_PATH).regex(LAB_PATH, says(m.faults_it_is_not_a_path_of_a));

export const labFiles: z.ZodType<LabFiles, LabFiles> = z
  .record(labPath, z.string().max(LAB_LIMITS.bytes))
  .refine(
    (files) => Object.keys(files).length <= LAB_LIMITS.files,
    says(() => m.faults_at_most_files({ number: LAB_LIMITS.files })),
  )
  .refine(
    (files) => lengthOf(files) <= LAB_LIMITS.bytes,
    says(() => m.faults_at_most_kb_together({ number: LAB_LIMITS.bytes / 1024 })),
  );

/** As the server has them: the author may have added some since, so they may be more than can be saved. */
export const keptFiles: z.ZodType<LabFiles, LabFiles> = z.record(labPath, z.string());

const text = z.string().max(20_000);
const value = z.unknown() as z.ZodType<LabValue, LabValue>;
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rows = {
  ordered: z.boolean().optional(),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(cell)),
};
const request = z.strictObject({
  method: z.string().max(10),
  path: z.string().max(2000),
  headers: z.record(z.string(), z.string()).optional(),
  body: text.optional(),
});
const parts = z.strictObject({ contains: z.array(text).optional(), lacks: z.array(text).optional() });
const step = z.union([
  z.strictObject({ click: text }),
  z.strictObject({ type: text, text }),
  z.strictObject({ submit: text }),
  z.strictObject({ wait: z.number().min(0).max(60_000) }),
]) as z.ZodType<DomStep, DomStep>;
const read = z.string().regex(/^(?:count|text|texts|html|value|attribute:[\w-]+)$/) as unknown as z.ZodType<
  DomRead,
  DomRead
>;

/** What each kind of probe holds beside its kind. */
export const probeShapes = {
  call: z.strictObject({
    kind: z.literal('call'),
    module: labPath,
    call: text,
    args: z.array(value).default([]),
    equals: value.optional(),
    throws: text.optional(),
    tolerance: z.number().optional(),
  }),
  eval: z.strictObject({
    kind: z.literal('eval'),
    code: text,
    equals: value.optional(),
    raises: text.optional(),
  }),
  run: z.strictObject({
    kind: z.literal('run'),
    file: labPath,
    stdin: text.optional(),
    argv: z.array(text).optional(),
    stdout: text.optional(),
    exit: z.int().optional(),
    files: z.record(labPath, text).optional(),
  }),
  answer: z.strictObject({ kind: z.literal('answer'), file: labPath, ...rows }),
  sql: z.strictObject({ kind: z.literal('sql'), file: labPath.optional(), sql: text, ...rows }),
  sh: z.strictObject({
    kind: z.literal('sh'),
    file: labPath.optional(),
    command: text,
    stdout: text.optional(),
    exit: z.int().optional(),
    files: z.record(labPath, text).optional(),
  }),
  http: z.strictObject({
    kind: z.literal('http'),
    module: labPath,
    before: z.array(request).optional(),
    request,
    status: z.int().optional(),
    headers: z.record(z.string(), z.union([z.string(), parts, z.null()])).optional(),
    body: z.union([text, parts]).optional(),
  }),
  dom: z.strictObject({
    kind: z.literal('dom'),
    page: labPath,
    steps: z.array(step).optional(),
    select: text,
    read,
    equals: z.union([z.string(), z.number(), z.array(z.string()), z.null()]),
  }),
} as const;

const probe = z.discriminatedUnion('kind', Object.values(probeShapes) as never) as unknown as z.ZodType<
  Probe,
  Probe
>;
const points = z.int().min(0).max(1000);
export const labCheck = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  name: z.string().min(1).max(200),
  hidden: z.boolean().optional(),
  fresh: z.boolean().optional(),
  points: points.optional(),
  hint: z.string().max(1000).optional(),
  setup: text.optional(),
  probe,
});
const specParts = {
  runner: z.enum(RUNNERS),
  given: labFiles,
  setup: z.array(labPath).optional(),
  typecheck: z.enum(['strict', 'loose']).optional(),
  newFiles: z.boolean().optional(),
  limits: z.object({ seconds: z.number(), runsPerHour: z.int() }),
  pass: z.union([z.literal('all'), z.number()]),
  checks: z.array(labCheck),
};

/** A lab as the page may know it. */
export const visibleSpec = z.object({
  ...specParts,
  hidden: z.array(z.object({ id: z.string(), name: z.string(), points })),
  hintCount: z.int(),
}) as unknown as z.ZodType<VisibleSpec, VisibleSpec>;

export const checkResult = z.object({
  id: z.string(),
  name: z.string(),
  hidden: z.boolean(),
  ok: z.boolean(),
  points,
  asked: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  where: z.string().optional(),
  out: z.string().optional(),
  reply: z
    .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() })
    .optional(),
  hint: z.string().optional(),
  fault: z.enum(ENGINE_FAULTS).optional(),
  file: z.string().optional(),
  line: z.number().optional(),
}) as unknown as z.ZodType<CheckResult, CheckResult>;
const diagnostic = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  message: z.string(),
  code: z.number(),
});
const outcome = { passed: z.boolean(), points: z.number(), most: z.number() };
export const labVerdict = z.object({
  ...outcome,
  results: z.array(checkResult),
  diagnostics: z.array(diagnostic),
}) as unknown as z.ZodType<Verdict, Verdict>;

/** A verdict in a list: without what was asked and answered. */
export const briefVerdict = z.object({
  ...outcome,
  results: z.array(
    z.object({ id: z.string(), name: z.string(), hidden: z.boolean(), ok: z.boolean(), points }),
  ),
});
