import type { Page } from '@playwright/test';

/** Calls of this address that change something wait until they are released. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await released;
    return route.continue();
  });
  return () => release();
}
