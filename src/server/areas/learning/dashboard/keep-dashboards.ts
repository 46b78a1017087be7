import type { Member } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import type { ShownChange, ViewerChanges } from '#server/db/connections/viewer-changes';
import { applySaves, type SavedSection } from './apply-saves.ts';
import type { DashboardRow, UsedRow } from './dashboard-row.ts';

/** Dashboards that are kept; those that nobody used longest give way. */
const MAX_KEPT = 2000;
/** What a process changed that ended before it could tell is seen after so long at the latest. */
const LONGEST_MS = 15 * 60_000;
/** Courses whose saves are remembered: no dashboard shows more. */
const MAX_SAVED = 4;

/** Says something to all processes that listen. */
type Tell = (said: readonly string[]) => Promise<void>;
const used = (person: string) => `used ${person}`;

/** As text: its objects would take four times the memory. */
interface KeptRow {
  readonly json: string;
  readonly turnsAt: Date | null;
  readonly isDated: boolean;
}

/** What a dashboard is made of; the text of its reply is made when somebody asks for it again. */
export interface KeptDashboard {
  /** Another one, also of the same person, is answered something else. */
  readonly member: Member;
  readonly readAt: Date;
  /** Undefined while it is read: what changes meanwhile takes it away. */
  row?: KeptRow;
  text?: string | undefined;
  /** What was saved since it was read: of each course the last, in the order of their times. */
  saves: readonly SavedSection[];
  /** Whether parts of it have to be read again, because what was saved is not known. */
  isUsed: boolean;
}

/**
 * What members are shown on their dashboards, until something of it changes: only while this process keeps alone, and for those
 * whose viewer is kept. Whoever changes something is answered when it is forgotten here.
 */
class KeptDashboards {
  readonly #changes: ViewerChanges | undefined;
  readonly #entries = new Map<string, KeptDashboard>();
  #forgotten = 0;

  constructor(changes?: ViewerChanges) {
    this.#changes = changes;
    changes?.onShown((change, person) => this.#forget(change, person));
  }

  /** Whether a statement of this process may leave it to `noteUsed` what it changed. */
  get isTold(): boolean {
    return this.#changes !== undefined;
  }

  /** How often something changed for everybody. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** What these people study moved on. Resolves when no process shows them what was before. */
  async noteUsed(people: readonly string[], tell: Tell): Promise<void> {
    await this.#changes?.settle(people.map(used), tell);
  }

  /**
   * The same where it is known what was saved: nothing has to be read again, unless something changed for everybody since
   * saving began, when it was `forgotten` so often.
   */
  async noteSaves(saves: ReadonlyMap<string, SavedSection>, forgotten: number, tell: Tell): Promise<void> {
    for (const [person, save] of saves) {
      if (forgotten === this.#forgotten) this.#save(person, save);
      else this.#forget('used', person);
    }
    await this.#changes?.settleOthers([...saves.keys()].map(used), tell);
  }

  find(member: Member, now: Date): KeptDashboard | undefined {
    const entry = this.#entries.get(member.userId);
    if (entry?.member !== member || !entry.row || !this.#changes?.isAlone()) return undefined;
    if (now.getTime() - entry.readAt.getTime() > LONGEST_MS) return undefined;
    if (entry.row.turnsAt !== null && entry.row.turnsAt <= now) return undefined;
    this.#entries.delete(member.userId);
    this.#entries.set(member.userId, entry);
    return entry;
  }

  /** Reads a dashboard, and keeps it unless it may have changed meanwhile. */
  async read(member: Member, readAt: Date, ask: () => Promise<DashboardRow>): Promise<DashboardRow> {
    if (!this.#changes?.isAlone()) return ask();
    const entry: KeptDashboard = { member, readAt, saves: [], isUsed: false };
    this.#entries.delete(member.userId);
    this.#entries.set(member.userId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_KEPT && oldest !== undefined) this.#entries.delete(oldest);
    const row = await ask();
    entry.row = { json: JSON.stringify(row), turnsAt: row.turns_at, isDated: row.dated.length > 0 };
    return row;
  }

  /** Reads what changed when progress was saved; the rest is as it was. Answers what is kept then. */
  async refresh(
    { member, readAt }: KeptDashboard,
    old: KeptRow,
    ask: () => Promise<UsedRow>,
  ): Promise<DashboardRow> {
    return this.read(member, readAt, async () => {
      const { added, courses } = await ask();
      return { ...rowOf(old), added, courses };
    });
  }

  #save(person: string, save: SavedSection): void {
    const entry = this.#entries.get(person);
    const last = entry?.saves.at(-1);
    const others = entry?.saves.filter(({ courseId }) => courseId !== save.courseId) ?? [];
    const isNext = last === undefined || last.at < save.at;
    if (!entry?.row || entry.row.isDated || !isNext || others.length === MAX_SAVED) {
      this.#forget('used', person);
      return;
    }
    entry.saves = [...others, save];
    entry.text = undefined;
  }

  #forget(change: ShownChange, person: string | null): void {
    if (person === null) {
      this.#forgotten += 1;
      this.#entries.clear();
      return;
    }
    const entry = this.#entries.get(person);
    // Whether a dated section was begun is part of what it says of its date.
    if (change === 'used' && entry?.row?.isDated === false) {
      entry.isUsed = true;
      entry.text = undefined;
    } else this.#entries.delete(person);
  }
}

/** The row that was kept. */
function rowOf({ json, turnsAt }: KeptRow): DashboardRow {
  return { ...JSON.parse(json), turns_at: turnsAt };
}

/** The row that was kept, with all that was saved since; null: parts of it have to be read again. */
export function currentRow({ isUsed, row, saves }: KeptDashboard): DashboardRow | null {
  return isUsed || !row ? null : applySaves(rowOf(row), saves);
}

const keptOf = new WeakMap<Db, KeptDashboards>();
const NOTHING_KEPT = new KeptDashboards();

/** From now on, dashboards of this database are kept in memory. */
export function keepDashboards(db: Db, changes: ViewerChanges): void {
  keptOf.set(db, new KeptDashboards(changes));
}

export function keptDashboards(db: Db): KeptDashboards {
  return keptOf.get(db) ?? NOTHING_KEPT;
}
