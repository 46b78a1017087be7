import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { DB } from '#server/db/types';
import { selectVersions, type VersionRow } from './paper-sql.ts';

/** An exam as it was when an attempt began, and the HTML of its texts. */
export interface ExamVersion {
  readonly exam: Exam;
  readonly html: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

/** Versions that are read and checked before others have their turn. */
const AT_ONCE = 100;
/** Characters of versions that stay at hand; those that nobody asked for longest give way. */
const MAX_CHARACTERS = 4_000_000;

// A version is never changed and its id never given twice: what was read once is true for good.
const known = new Map<string, { readonly version: ExamVersion; readonly size: number }>();
let total = 0;

/** Versions of exams by id, each read and checked once for all attempts at it; those that there are. */
export async function loadVersions(
  db: Pick<Kysely<DB>, 'executeQuery'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, ExamVersion>> {
  const versions = new Map<string, ExamVersion>();
  const unknown: string[] = [];
  for (const id of new Set(ids)) {
    const version = recall(id);
    if (version) versions.set(id, version);
    else unknown.push(id);
  }
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    if (at > 0) await afterOthers();
    for (const row of await selectVersions(db, unknown.slice(at, at + AT_ONCE))) {
      // Another call at the same moment may have been faster.
      const version = recall(row.id) ?? read(row);
      if (version) versions.set(row.id, version);
    }
  }
  return versions;
}

/** The version of an exam; nothing when there is none. */
export async function loadVersion(
  db: Pick<Kysely<DB>, 'executeQuery'>,
  id: string,
): Promise<ExamVersion | undefined> {
  return (await loadVersions(db, [id])).get(id);
}

function read({ created_at: createdAt, exam: kept, html, id }: VersionRow): ExamVersion | undefined {
  const exam = storedExam(JSON.parse(kept));
  if (!exam) return undefined;
  const version: ExamVersion = freeze({ exam, html: JSON.parse(html), createdAt });
  keep(id, version, kept.length + html.length);
  return version;
}

function recall(id: string): ExamVersion | undefined {
  const found = known.get(id);
  if (!found) return undefined;
  known.delete(id);
  known.set(id, found);
  return found.version;
}

function keep(id: string, version: ExamVersion, size: number): void {
  known.set(id, { version, size });
  total += size;
  for (const [oldest, { size: freed }] of known) {
    if (total <= MAX_CHARACTERS) return;
    known.delete(oldest);
    total -= freed;
  }
}

/** One caller must not change what others are answered. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
