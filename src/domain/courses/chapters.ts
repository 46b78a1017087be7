interface Placed {
  /** The chapter that the section is in; empty: in none. */
  readonly chapter: string;
}

export interface Chapter<Section> {
  /** Empty for sections that are in no chapter. */
  readonly title: string;
  readonly sections: readonly Section[];
}

/** The chapters of a course: sections in a row that name the same one. */
export function chaptersOf<Section extends Placed>(sections: readonly Section[]): Chapter<Section>[] {
  const chapters: { title: string; sections: Section[] }[] = [];
  for (const section of sections) {
    const last = chapters.at(-1);
    if (last?.title === section.chapter) last.sections.push(section);
    else chapters.push({ title: section.chapter, sections: [section] });
  }
  return chapters;
}

/** Where a section goes: its new place in the row, and the chapter that it is in there. */
export interface Move {
  readonly to: number;
  readonly chapter: string;
}

/**
 * One step up (-1) or down (1). At the border of its chapter a section first joins the next chapter, without changing its
 * place. Null where there is nothing further.
 */
export function stepSection(sections: readonly Placed[], from: number, by: -1 | 1): Move | null {
  const [section, next] = [sections[from], sections[from + by]];
  if (!section || !next) return null;
  if (next.chapter !== section.chapter) return { to: from, chapter: next.chapter };
  return { to: from + by, chapter: section.chapter };
}

/** Dropped on another section, a section takes its place and joins its chapter. */
export function dropSection(sections: readonly Placed[], from: number, to: number): Move | null {
  const target = sections[to];
  return target && from !== to ? { to, chapter: target.chapter } : null;
}

/** The places of the sections that are in one chapter with the section at `at`. */
export function chapterRun(sections: readonly Placed[], at: number): number[] {
  const title = sections[at]?.chapter;
  let [first, last] = [at, at];
  while (sections[first - 1]?.chapter === title && first > 0) first -= 1;
  while (sections[last + 1]?.chapter === title && last < sections.length - 1) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A whole chapter goes past its neighbor, up (-1) or down (1): its places, and where its first section goes. Null at the end. */
export function stepChapter(
  sections: readonly Placed[],
  at: number,
  by: -1 | 1,
): { run: readonly number[]; to: number } | null {
  const run = chapterRun(sections, at);
  const [first, last] = [run[0] ?? at, run.at(-1) ?? at];
  const beside = by === -1 ? first - 1 : last + 1;
  if (!sections[beside]) return null;
  return { run, to: first + by * chapterRun(sections, beside).length };
}

/** Where a section goes in another course. */
export interface Placing {
  /** The section that it stands behind; null: it is the first. */
  readonly after: string | null;
  readonly chapter: string;
}

/**
 * The place of a section that comes into these, counted from 0. Between two chapters it joins one of both, or none; it never
 * splits a chapter, nor makes one. Null where that isn't possible: there is no such section, or no such chapter at this place.
 */
export function placeSection(
  sections: readonly (Placed & { readonly id: string })[],
  { after, chapter }: Placing,
): number | null {
  const before = after === null ? -1 : sections.findIndex(({ id }) => id === after);
  if (after !== null && before === -1) return null;
  const [own, next] = [sections[before]?.chapter, sections[before + 1]?.chapter];
  const isInside = own !== undefined && own === next;
  const isPossible = chapter === own || chapter === next || (chapter === '' && !isInside);
  return isPossible ? before + 1 : null;
}
