import type { Services } from '#server/services';
import { countFigures } from './count-figures.ts';
import { selectDueFigures, upsertFigures } from './figures-sql.ts';

/** Points that a marker corrects change no count: figures are counted again after a day in any case. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/** Counts the figures of exams with many attempts, so that nobody waits for it. A chore of the school. */
export async function keepFigures({ clock, db: { kysely } }: Services, signal?: AbortSignal): Promise<void> {
  const due = await selectDueFigures(kysely, new Date(clock.now().getTime() - OLDEST_MS));
  for (const { basis, section_id: sectionId } of due) {
    if (signal?.aborted) return;
    const countedAt = clock.now();
    const figures = await countFigures(kysely, sectionId);
    await upsertFigures(kysely, { basis, countedAt, figures, sectionId });
  }
}
