import type { Transaction } from 'kysely';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Config } from '#server/config';
import type { DB } from '#server/db/types';
import { insertLabSpec, retireLabSpec, selectLabSources, type WrittenLab } from './lab-spec-sql.ts';

interface Section {
  readonly key: string;
  readonly lab: WrittenLab | null;
}

interface Written {
  readonly courseId: string;
  readonly sections: readonly Section[];
  readonly labs: Config['labs'];
  readonly now: Date;
}

/** Keys of the sections whose labs are not as they are kept. */
export function changedLabs(
  sections: readonly Section[],
  kept: ReadonlyMap<string, LabFiles>,
): ReadonlySet<string> {
  const changed = sections.filter(({ key, lab }) => textOf(lab?.source) !== textOf(kept.get(key)));
  return new Set(changed.map(({ key }) => key));
}

/**
 * Keeps each changed lab as the next version; a lab whose folder is gone is a text again, with its earlier passes. Answers the
 * sections whose checks decide for the first time.
 */
export async function writeLabs(
  trx: Transaction<DB>,
  { courseId, labs, now, sections }: Written,
): Promise<string[]> {
  const reopened: string[] = [];
  const changed = changedLabs(sections, await selectLabSources(trx, courseId));
  for (const { key, lab } of sections.filter((section) => changed.has(section.key))) {
    if (lab) reopened.push(...(await insertLabSpec(trx, { courseId, key, lab, labs, now })));
    else await retireLabSpec(trx, { courseId, key });
  }
  return reopened;
}

function textOf(source: LabFiles | undefined): string {
  return JSON.stringify(Object.entries(source ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}
