/** What found no room in the browser, or is lent none: it lasts as long as the page. */
const own = new Map<string, string>();

/** Keeps a text in this browser, over a reload and a crash; where it takes nothing more, as long as the page lives. */
export function keep(name: string, text: string): void {
  drop(name);
  try {
    localStorage.setItem(name, text);
  } catch {
    own.set(name, text);
  }
}

export function drop(name: string): void {
  own.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was lent, nothing is there.
  }
}

/** What was kept under this name, as the value it was written as; null for nothing, and for what cannot be read. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(own.get(name) ?? localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** The names of what is kept that begin so. */
export function keptNames(prefix: string): string[] {
  const names = new Set(own.keys());
  try {
    for (const name of Object.keys(localStorage)) names.add(name);
  } catch {
    // Only the page's own are there.
  }
  return [...names].filter((name) => name.startsWith(prefix));
}
