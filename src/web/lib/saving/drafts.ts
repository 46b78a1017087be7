import { isSame } from '#domain/merge-versions';
import { drop, keep, keptNames, readKept } from './kept.ts';
import type { Base, Merge } from './use-versioned-save.ts';

/** What was typed and not saved, with what it was based on. */
export interface Draft<Values> {
  readonly version: number;
  /** Null in a draft of an older release, which kept its version only. */
  readonly base: Values | null;
  readonly values: Values;
  /** The draft on the server that it was typed on; left out: none. */
  readonly draft?: number;
}
interface KeptDraft<Values> {
  /** Where it is kept. */
  readonly name: string;
  readonly draft: Draft<Values>;
}
/** What is particular to the drafts of one kind of form. */
export interface DraftKind<Values> {
  readonly kind: string;
  /** What a new one begins with. */
  readonly empty: Values;
  readonly isValues: (kept: unknown) => kept is Values;
  /** What is read in it, without the ids that a save gives. */
  readonly textOf: (values: Values) => unknown;
  readonly merge: Merge<Values>;
  readonly adapt: (values: Values, before: Values, isSent: boolean) => Values;
}

/** A name of its own for one of the drafts of `name`: until it is decided upon no other replaces it. */
export function nameOfOffer(name: string, own: string = crypto.randomUUID()): string {
  return `${name}.${own}`;
}

/** The drafts that earlier visits and other tabs left and that say more than `present`, the newest version first. */
export function findDrafts<Values>(
  name: string,
  present: Base<Values>,
  kind: DraftKind<Values>,
): KeptDraft<Values>[] {
  // An older release kept what was typed under the name itself.
  const typed = toDraft(readKept(name), kind);
  if (typed) keepDraft(nameOfOffer(name), typed);
  drop(name);
  const found: KeptDraft<Values>[] = [];
  for (const from of keptNames(`${name}.`)) {
    const draft = toDraft(readKept(from), kind, Number(from.slice(name.length + 1)));
    if (draft && isNews(draft, present, kind)) found.push({ name: from, draft });
    // It cannot be read, or was saved after all.
    else drop(from);
  }
  return found.sort((one, other) => other.draft.version - one.draft.version);
}

export function keepDraft<Values>(name: string, draft: Draft<Values>): void {
  keep(name, JSON.stringify(draft));
}

/** A save has arrived: its draft goes, and one that says more stays. */
export function dropSaved<Values>(name: string, saved: Base<Values>, kind: DraftKind<Values>): void {
  const draft = toDraft(readKept(name), kind);
  if (!draft || !isNews(draft, saved, kind)) drop(name);
}

/**
 * The draft on top of `shown`, field by field. The next save is based on what the draft was based on, and so asks about
 * what somebody else changed in the same fields since.
 */
export function mergeDraft<Values>(
  { base: from, draft, values: typed, version }: Draft<Values>,
  present: Base<Values>,
  shown: Values,
  { adapt, empty, merge }: DraftKind<Values>,
): { base: Base<Values>; values: Values } {
  // Of an unknown base everything that differs counts as changed by both.
  const base = adapt(from ?? (version === present.version ? present.values : empty), shown, false);
  const { merged } = merge(base, adapt(typed, shown, false), shown);
  return { base: { version, values: base, ...(draft !== undefined && { draft }) }, values: merged };
}

/** Whether it says what is not saved: its own save may have arrived although nobody heard of it. */
function isNews<Values>(draft: Draft<Values>, present: Base<Values>, kind: DraftKind<Values>): boolean {
  const saved = kind.textOf(present.values);
  const { values } = mergeDraft(draft, present, present.values, kind);
  return !isSame(kind.textOf(draft.values), saved) && !isSame(kind.textOf(values), saved);
}

/** Older releases kept a page as its `content`, and a course by itself with its version in the name. */
function toDraft<Values>(
  kept: unknown,
  { empty, isValues }: DraftKind<Values>,
  versionInName = Number.NaN,
): Draft<Values> | null {
  const written = (kept ?? {}) as Partial<Record<keyof Draft<Values> | 'content', unknown>>;
  const { base, draft, version = versionInName } = written;
  const values = written.values ?? (written.version === undefined ? kept : written.content);
  if (typeof version !== 'number' || !Number.isInteger(version) || !isValues(values)) return null;
  // A field that is newer than the draft has what a new one begins with.
  const on = { version, values: { ...empty, ...values }, base: isValues(base) ? base : null };
  return typeof draft === 'number' ? { ...on, draft } : on;
}
