/** How long after a page began to leave it is believed to be still leaving, in ms. */
const LEAVING_MS = 10_000;
let leaving = false;
let lost = false;

globalThis.addEventListener?.('beforeunload', () => {
  leaving = true;
  setTimeout(() => {
    leaving = false;
    // The page stayed after all (a download, or it came back from the cache of pages) and lacks what was broken off.
    if (lost) location.reload();
  }, LEAVING_MS);
});

/**
 * What becomes of an `import()` that failed. Some browsers break off every import when one leaves the page: the router
 * would take that for a new release and reload, which throws the reader back. Such an import stays pending.
 */
export function afterFailedImport(error: unknown): Promise<never> {
  if (!leaving) throw error;
  lost = true;
  return new Promise(() => undefined);
}
