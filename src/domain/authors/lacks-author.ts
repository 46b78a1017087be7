/** Whether a course or post would lose its last author, or begin without one. Imported ones may have none. */
export function lacksAuthor(wanted: readonly string[], before: readonly string[] | null): boolean {
  return wanted.length === 0 && before?.length !== 0;
}
