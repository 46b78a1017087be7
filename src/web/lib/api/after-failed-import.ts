/** How long a page counts as leaving after it began to, in ms. */
const LEAVING_MS = 10_000;
let leaving = false;
let lost = false;

globalThis.addEventListener?.('beforeunload', () => {
  leaving = true;
  setTimeout(() => {
    leaving = false;
    // The page stayed after all (a download, or the back button) and lacks the code whose import was canceled.
    if (lost) location.reload();
  }, LEAVING_MS);
});

/**
 * Handles an `import()` that failed. Some browsers cancel every import when the page is left: the router would take that
 * for a new release and reload the page, which cancels the navigation. Such an import stays pending.
 */
export function afterFailedImport(error: unknown): Promise<never> {
  if (!leaving) throw error;
  lost = true;
  return new Promise(() => undefined);
}
