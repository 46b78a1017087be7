import type { Member } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import type { ShownChange, ViewerChanges } from '#server/db/connections/viewer-changes';
import type { DashboardRow, UsedRow } from './dashboard-sql.ts';

/** Dashboards that are kept; those that nobody used longest give way. */
const MAX_KEPT = 2000;
/** What a process changed that ended before it could tell is seen after so long at the latest. */
const LONGEST_MS = 15 * 60_000;

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
  /** Undefined while it is read: what changes meanwhile takes it away. */
  row?: KeptRow;
  text?: string;
  /** Whether saving progress changed parts of it. */
  isUsed: boolean;
  readonly readAt: Date;
}

/**
 * What members are shown on their dashboards, until something of it changes: only while this process keeps alone, and for those
 * whose viewer is kept. Whoever changes something is answered when it is forgotten here.
 */
class KeptDashboards {
  readonly #changes: ViewerChanges | undefined;
  readonly #entries = new Map<string, KeptDashboard>();

  constructor(changes?: ViewerChanges) {
    this.#changes = changes;
    changes?.onShown((change, person) => this.#forget(change, person));
  }

  /** Whether a statement of this process may leave it to `noteUsed` what it changed. */
  get isTold(): boolean {
    return this.#changes !== undefined;
  }

  /** What these people study moved on. Resolves when no process shows them what was before; `tell` says it to all that listen. */
  async noteUsed(people: readonly string[], tell: (said: readonly string[]) => Promise<void>): Promise<void> {
    await this.#changes?.settle(
      people.map((person) => `used ${person}`),
      tell,
    );
  }

  find(member: Member, now: Date): KeptDashboard | undefined {
    const entry = this.#entries.get(member.userId);
    if (entry?.member !== member || !entry.row || !this.#changes?.isAlone()) return undefined;
    if (now.getTime() - entry.readAt.getTime() > LONGEST_MS) return undefined;
    if (entry.row.turnsAt !== null && entry.row.turnsAt <= now) return undefined;
    return entry;
  }

  /** Reads a dashboard, and keeps it unless it may have changed meanwhile. */
  async read(member: Member, readAt: Date, ask: () => Promise<DashboardRow>): Promise<DashboardRow> {
    if (!this.#changes?.isAlone()) return ask();
    const entry: KeptDashboard = { member, isUsed: false, readAt };
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

  #forget(change: ShownChange, person: string | null): void {
    if (person === null) {
      this.#entries.clear();
      return;
    }
    const entry = this.#entries.get(person);
    // Whether a dated section was begun is part of what it says of its date.
    if (change === 'used' && entry?.row?.isDated === false) entry.isUsed = true;
    else this.#entries.delete(person);
  }
}

/** The row that was kept. */
export function rowOf({ json, turnsAt }: KeptRow): DashboardRow {
  return { ...JSON.parse(json), turns_at: turnsAt };
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
