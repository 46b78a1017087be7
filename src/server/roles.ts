import { z } from 'zod';

/** What a process can do: serve pages and the API, do housekeeping and send emails, judge labs. */
export const ROLES = ['web', 'worker', 'judge'] as const;
export type Role = (typeof ROLES)[number];

const FAULT = 'ROLES must be one or more of web, worker, judge, separated by commas, such as web,worker';

/** The variable of the roles, for the environment's schema. */
export const roleVariables = {
  ROLES: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, FAULT)))
    .default([...ROLES]),
};

/** A database of its own serves one process, which then has to do everything. */
export function roleFaults(set: Readonly<Record<string, unknown>>, roles: readonly Role[] = ROLES): string[] {
  const isWhole = ROLES.every((role) => roles.includes(role));
  return isWhole || 'DATABASE_URL' in set
    ? []
    : ['ROLES requires DATABASE_URL: a process with an embedded database does everything'];
}
