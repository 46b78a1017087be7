import type { z } from 'zod';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectSetting } from './sql.ts';

export interface Saved<Value> {
  readonly version: number;
  readonly value: Value;
}

/** A setting as its page edits it: what is saved, else its defaults with version 0. */
export async function getSetting<Form extends z.ZodType>(
  { db }: Services,
  { viewer }: Caller,
  name: string,
  form: Form,
): Promise<Saved<z.output<Form>>> {
  authorise(canAdminister(viewer));
  const row = await selectSetting(db.kysely, name);
  return { version: row?.version ?? 0, value: form.parse(row?.value ?? {}) };
}
