interface Placed {
  readonly id: string;
  /** The chapter that the section is in; empty: in none. */
  readonly chapter: string;
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
export function placeSection(sections: readonly Placed[], { after, chapter }: Placing): number | null {
  const before = after === null ? -1 : sections.findIndex(({ id }) => id === after);
  if (after !== null && before === -1) return null;
  const [own, next] = [sections[before]?.chapter, sections[before + 1]?.chapter];
  const isInside = own !== undefined && own === next;
  const isPossible = chapter === own || chapter === next || (chapter === '' && !isInside);
  return isPossible ? before + 1 : null;
}
