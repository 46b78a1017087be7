/**
 * The only module that keeps something in this browser (the color scheme, which runs before any module, aside). Nothing
 * here ever throws. What belongs to a person is named `lectern.{kind}.{user id}.{rest}`, so that nobody reads another's.
 */
const PREFIX = 'lectern.';
/** Of the device, not of a person: it stays when somebody logs out. */
const DEVICE: ReadonlySet<string> = new Set(['keys', 'lab-panes', 'currency']);
/** Answers of an exam bear its attempt instead of a person; they wait for the candidate also when somebody else signs in. */
const EXAM = 'exam';
/** Sent again by itself, or a note to oneself that nobody misses: nobody is asked about it. */
const PASSING: ReadonlySet<string> = new Set(['progress', 'exam-flags', 'way-back']);
/** The owner of what was typed by somebody who was not signed in. */
export const VISITOR = 'visitor';
/** Tells the other tabs who logged out. */
const LOGGED_OUT = 'lectern-logged-out';

/** What found no room in the browser, or is lent none: it lasts as long as the page. */
const own = new Map<string, string>();
let loggedOut: string | null = null;

/** The name for something of this person; null for a visitor. */
export function nameFor(kind: string, userId: string | null, rest: string): string {
  return `${PREFIX}${kind}.${userId ?? VISITOR}.${rest}`;
}

/**
 * Keeps a text in this browser, over a reload and a crash; where it takes nothing more, as long as the page lives. Answers
 * whether it outlives the page.
 */
export function keep(name: string, text: string): boolean {
  // A page that is still open when its owner logs out keeps nothing more.
  if (loggedOut !== null && ownerOf(name) === loggedOut) {
    drop(name);
    return false;
  }
  // Answers of an exam go on waiting in the page itself, for a candidate who signs in there again.
  if (loggedOut !== null && kindOf(name) === EXAM) {
    keepInPage(name, text);
    return false;
  }
  try {
    localStorage.setItem(name, text);
    own.delete(name);
    return true;
  } catch {
    keepInPage(name, text);
    return false;
  }
}

export function drop(name: string): void {
  own.delete(name);
  dropStored(name);
}

function dropStored(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was lent, nothing is there.
  }
}

/** An older text that is stored stays: it is more than nothing after a crash. An older answer would be sent over a newer one. */
function keepInPage(name: string, text: string): void {
  own.set(name, text);
  if (kindOf(name) === EXAM) dropStored(name);
  globalThis.addEventListener?.('beforeunload', askBeforeEnd);
}

/** Whoever closes the page would lose what it alone keeps. */
function askBeforeEnd(event: Event): void {
  if ([...own.keys()].some(isMissed)) event.preventDefault();
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

/** Whether all that is kept under names that begin so outlives the page. */
export function outlivesPage(prefix: string): boolean {
  return ![...own.keys()].some((name) => name.startsWith(prefix));
}

/** Whether this browser holds something typed that no server has, which a logout would delete. */
export function hasUnsaved(): boolean {
  return keptNames(PREFIX).some(isMissed);
}

function isMissed(name: string): boolean {
  return !DEVICE.has(kindOf(name)) && !PASSING.has(kindOf(name));
}

/** After a logout the next person at this browser finds nothing, whatever was kept and by whom. */
export function forgetAll(userId: string | null): void {
  for (const name of keptNames(PREFIX)) if (!DEVICE.has(kindOf(name))) drop(name);
  loggedOut = userId;
  try {
    localStorage.setItem(LOGGED_OUT, JSON.stringify({ userId, at: Date.now() }));
  } catch {
    // The other tabs find out when they ask for the session.
  }
}

/** Somebody is signed in: what other people left is deleted, and what they typed before signing in stays. */
export function forgetOthers(userId: string): void {
  loggedOut = null;
  for (const name of keptNames(PREFIX)) {
    const isTheirs = [userId, VISITOR].includes(ownerOf(name));
    if (!isTheirs && !DEVICE.has(kindOf(name)) && kindOf(name) !== EXAM) drop(name);
  }
}

/** Calls back when another tab logs out, after forgetting what this one held. Answers how to stop. */
export function onLogoutElsewhere(report: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key !== LOGGED_OUT) return;
    const { userId } = (readKept(LOGGED_OUT) ?? {}) as { userId?: string | null };
    loggedOut = userId ?? null;
    own.clear();
    report();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function kindOf(name: string): string {
  return name.split('.')[1] ?? '';
}

function ownerOf(name: string): string {
  return name.split('.')[2] ?? '';
}
