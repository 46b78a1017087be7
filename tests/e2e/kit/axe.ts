import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half of the text of the other one, which each page reads and compiles. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What axe finds by colors: only this can differ between the light and the dark page. */
const BY_COLOR = ['color-contrast', 'link-in-text-block'];
/** A frame that runs no scripts never answers. */
const FRAME_MS = 1000;
/** Until then a page has its heading, or is said to have none. */
const HEADING_MS = 10_000;

type Found = Pick<axe.AxeResults, 'violations'>;

/** Axe for a page: its half a megabyte is sent once to each document, and only what is wrong comes back. */
class PageCheck {
  readonly #page: Page;
  readonly #includes: string[] = [];
  #runOnly: axe.RunOnly | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  include(selector: string): this {
    this.#includes.push(selector);
    return this;
  }

  withTags(values: string[]): this {
    this.#runOnly = { type: 'tag', values };
    return this;
  }

  withRules(values: string[]): this {
    this.#runOnly = { type: 'rule', values };
    return this;
  }

  async analyze(): Promise<Found> {
    const main = this.#page.mainFrame();
    const heading = this.#page.locator('h1').first();
    await heading.waitFor({ state: 'attached', timeout: HEADING_MS }).catch(() => {});
    await bring(main);
    for (const frame of this.#page.frames()) if (frame !== main) await bringSoon(frame);
    return this.#page.evaluate(
      async ({ includes, runOnly }) => {
        const context = includes.length > 0 ? { include: includes } : document;
        const { violations } = await window.axe.run(context, {
          resultTypes: ['violations'],
          ...(runOnly ? { runOnly } : {}),
        });
        return { violations };
      },
      { includes: this.#includes, runOnly: this.#runOnly },
    );
  }
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

async function bring(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(SOURCE);
  await frame.evaluate(rememberColors);
}

interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString: (text: string) => AxeColor;
}

/** Axe reads the same few colors thousands of times, which is a third of its work. */
function rememberColors(): void {
  const { color } = window.axe.commons as unknown as { color: { Color: { prototype: AxeColor } } };
  const { parseString } = color.Color.prototype;
  const known = new Map<string, Omit<AxeColor, 'parseString'>>();
  color.Color.prototype.parseString = function (this: AxeColor, text) {
    const same = known.get(text);
    if (same) return Object.assign(this, same);
    const { alpha, b, g, r } = parseString.call(this, text);
    known.set(text, { alpha, b, g, r });
    return this;
  };
}

/** Frames that cannot be looked into are left out, as axe leaves them out. */
async function bringSoon(frame: Frame): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, FRAME_MS));
  await Promise.race([bring(frame).catch(() => {}), late]);
}

export const axeOf = (page: Page) => new PageCheck(page);

/** What breaks WCAG 2.2 AA on a page as it is, each with where it is. */
export async function violationsOf(page: Page): Promise<string[]> {
  return found(await axeOf(page).withTags(WCAG).analyze());
}

/** The same of the light page, and what is found by colors once the device has turned dark. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  const light = await violationsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  const dark = found(await axeOf(page).withRules(BY_COLOR).analyze());
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}

function found({ violations }: Found): string[] {
  return violations.map(
    ({ id, nodes }) => `${id} on ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
