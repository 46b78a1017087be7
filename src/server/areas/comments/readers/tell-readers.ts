import type { Db } from '#server/db/client';
import type { ViewerChanges } from '#server/db/connections/viewer-changes';
import type { Notifications } from '#server/db/notifications';
import { COMMENTS_CHANNEL } from '../notify-readers.ts';
import { notifyAll } from './notify-sql.ts';

/** A comment that its readers are to hear of. */
interface Told {
  readonly id: string;
  readonly course_id: string;
}

/**
 * Tells open pages of comments that this process wrote. While no other process has pages, it tells its own by itself: that
 * spares the database a notification, and us its arrival.
 */
class OwnReaders {
  readonly #changes: ViewerChanges | undefined;
  readonly #heard: Pick<Notifications, 'report'> | undefined;

  constructor(changes?: ViewerChanges, heard?: Pick<Notifications, 'report'>) {
    this.#changes = changes;
    this.#heard = heard;
  }

  /** Whether a statement may leave it to `tell` whom it concerns. */
  isAlone(): boolean {
    return this.#changes?.isAlone() ?? false;
  }

  /** Says of each course which comments were written. */
  async tell({ pool }: Db, comments: readonly Told[]): Promise<void> {
    const courses = Map.groupBy(comments, (comment) => comment.course_id);
    const said = [...courses].map(([course, all]) => [course, ...all.map(({ id }) => id)].join(' '));
    // Another process may have begun while the statement ran. The comments are committed, whatever becomes of this.
    if (!this.isAlone()) await notifyAll(pool, [said]).catch(() => undefined);
    else for (const each of said) this.#heard?.report(COMMENTS_CHANNEL, each);
  }
}

const readersOf = new WeakMap<Db, OwnReaders>();
const NO_READERS = new OwnReaders();

/** From now on, this process tells its own pages of the comments that it writes, while it is alone. */
export function tellReaders(db: Db, changes: ViewerChanges, heard: Pick<Notifications, 'report'>): void {
  readersOf.set(db, new OwnReaders(changes, heard));
}

export function ownReaders(db: Db): OwnReaders {
  return readersOf.get(db) ?? NO_READERS;
}
