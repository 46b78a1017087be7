import type { z } from 'zod';

/** What is wrong at a place of what is edited: `fault('options.0.text')`. */
export type Fault = (path: string) => string | undefined;

/** What a schema finds wrong with a value, by place; nothing while it is not asked to look. */
export function faultsOf(schema: z.ZodType, value: unknown, looks: boolean): Fault {
  if (!looks) return () => undefined;
  const issues = schema.safeParse(value).error?.issues ?? [];
  const byPath = new Map(issues.map(({ message, path }) => [path.join('.'), message]));
  return (path) => byPath.get(path);
}

/** The places of a part: `within(fault, 'questions.3')('prompt')`. */
export function within(fault: Fault, part: string): Fault {
  return (path) => fault(path === '' ? part : `${part}.${path}`);
}
