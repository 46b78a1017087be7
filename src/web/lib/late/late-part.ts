import { type LazyExoticComponent, lazy } from 'react';

/** Whatever React takes for a component, with props of any kind. */
type AnyPart = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * A part that its page does without until it is there, by the name that its module exports. When it can't be fetched it
 * is asked for again and again, at once when the connection is back: a failure would take the whole page with it.
 */
export function latePart<Name extends string, Part extends AnyPart>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
): LazyExoticComponent<Part> {
  return lazy(async () => ({ default: (await untilFetched(load))[name] }));
}

/** What `load` brings, however often it has to be asked. */
export async function untilFetched<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS))
    try {
      return await load();
    } catch {
      await connectionOr(wait);
    }
}

function connectionOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}
