/** What a save does to the sections of a course. A section keeps its id through every edit and move. */
export interface SectionChanges<Submitted> {
  /** New sections, each with its place (from 1). */
  readonly added: readonly { readonly section: Submitted; readonly order: number }[];
  readonly kept: readonly { readonly id: string; readonly section: Submitted; readonly order: number }[];
  readonly removed: readonly string[];
  /** Submitted ids that the course does not have, or has twice: the save must be refused. */
  readonly unknown: readonly string[];
}

/** Compares what is stored with what was submitted, by id. The order of the submitted list is the order of the course. */
export function compareSections<Submitted extends { readonly id?: string | undefined }>(
  storedIds: readonly string[],
  submitted: readonly Submitted[],
): SectionChanges<Submitted> {
  const stored = new Set(storedIds);
  const seen = new Set<string>();
  const added: { section: Submitted; order: number }[] = [];
  const kept: { id: string; section: Submitted; order: number }[] = [];
  const unknown: string[] = [];
  for (const [index, section] of submitted.entries()) {
    const { id } = section;
    const order = index + 1;
    if (id === undefined) added.push({ section, order });
    else if (!stored.has(id) || seen.has(id)) unknown.push(id);
    else kept.push({ id, section, order });
    if (id !== undefined) seen.add(id);
  }
  return { added, kept, unknown, removed: storedIds.filter((id) => !seen.has(id)) };
}
