const PREFIX = 'lectern.draft.';

/** What was typed and not sent yet, kept in this browser: over a reload, and on the way through the sign-in. */
export function readDraft(name: string): string {
  try {
    return typeof localStorage === 'undefined' ? '' : (localStorage.getItem(PREFIX + name) ?? '');
  } catch {
    return '';
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    // A browser that keeps nothing still lets people write.
  }
}

/** The next person at this browser finds nothing of them. */
export function dropDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
