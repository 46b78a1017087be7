import { createHash } from 'node:crypto';
import { picturesOf, withPictures } from '#domain/exams/question-pictures';
import { selectDrawings } from '#server/areas/media/media-sql';
import { storePicture } from '#server/areas/media/store-file';
import type { Services } from '#server/services';
import { storedExam } from '../catalogue/stored-exam.ts';
import type { FolderSection } from '../folders/course-folder.ts';
import type { SectionRow } from '../sql.ts';

/**
 * Keeps the drawings of questions, as closed as their exams, and gives them their addresses (decision 59). Where a stored
 * section still shows the same drawing, it keeps its address: nothing differs.
 */
export async function storeDrawings(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  sections: readonly FolderSection[],
  stored: readonly Pick<SectionRow, 'exam'>[],
): Promise<readonly FolderSection[]> {
  const drawings = new Map(
    sections.flatMap(({ drawings: own }) => [...own].map(([name, svg]) => [svg, name])),
  );
  if (drawings.size === 0) return sections;
  const kept = new Map<string, string>();
  const known = await shownDrawings(services, stored);
  await services.db.transaction(async (trx) => {
    for (const [svg, name] of drawings) {
      const bytes = Buffer.from(svg);
      const address = known.get(createHash('sha256').update(bytes).digest('hex'));
      kept.set(svg, address ?? (await storePicture(services, trx, bytes, name)).address);
    }
  });
  return sections.map(({ drawings: own, exam, ...section }) => ({
    ...section,
    drawings: own,
    exam: exam && withPictures(exam, (src) => kept.get(own.get(src) ?? '') ?? src),
  }));
}

/** The addresses that exams show drawings by, by the hash of what is in them. */
async function shownDrawings(
  { db }: Pick<Services, 'db'>,
  stored: readonly Pick<SectionRow, 'exam'>[],
): Promise<ReadonlyMap<string, string>> {
  const shown = stored.flatMap(({ exam }) => picturesOf(storedExam(exam)));
  const ids = shown.flatMap((src) => /^\/media\/([0-9a-f-]{36})\.svg$/.exec(src)?.[1] ?? []);
  if (ids.length === 0) return new Map();
  const rows = await selectDrawings(db.kysely, ids);
  return new Map(rows.map(({ id, sha256, source_sha256: source }) => [source ?? sha256, `/media/${id}.svg`]));
}
