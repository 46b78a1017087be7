import { isSame } from '../../merge-versions.ts';

interface Section {
  /** None while it is in the draft only. */
  readonly id?: string | undefined;
}

/** What a draft does to the sections of the live text. */
export interface DraftChanges<Of> {
  /** Sections that differ from the live ones, and new ones, as the draft has them. */
  readonly changed: readonly Of[];
  /** Live sections that the draft leaves out. */
  readonly removed: readonly Of[];
  /** Whether those that both have stand in another order. */
  readonly isMoved: boolean;
}

/** `textOf`: what is compared of a section. */
export function draftChanges<Of extends Section>(
  live: readonly Of[],
  draft: readonly Of[],
  textOf: (section: Of) => unknown,
): DraftChanges<Of> {
  const before = new Map(live.map((section) => [section.id, section]));
  const kept = new Set(draft.map(({ id }) => id));
  const ids = (sections: readonly Of[], others: { has: (id: string | undefined) => boolean }) =>
    sections.map(({ id }) => id).filter((id) => id !== undefined && others.has(id));
  return {
    changed: draft.filter((section) => {
      const own = section.id === undefined ? undefined : before.get(section.id);
      return own === undefined || !isSame(textOf(own), textOf(section));
    }),
    removed: live.filter(({ id }) => !kept.has(id)),
    isMoved: !isSame(ids(live, kept), ids(draft, before)),
  };
}
