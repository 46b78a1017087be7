/** The text as a `like` pattern that matches exactly it: what a person types never works as a wildcard. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The `like` pattern of every text that has this one in it; of all texts when it is empty. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}
