import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, onDatabase } from './people.ts';

/** A course of one test alone, so that nobody else's comments come between. */
export async function makeCourse(): Promise<{ id: string; path: string }> {
  const slug = `talk-${randomBytes(6).toString('hex')}`;
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      `insert into courses (title, description, slug, thumbnail) values ('A course to talk about', 'Say something.', $1, $2)
       returning id`,
      [slug, `/covers/${slug}.svg`],
    );
    return rows[0].id as string;
  });
  return { id, path: `/courses/${slug}` };
}

export async function openThread(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible();
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Added', { exact: true }).first()).toBeVisible();
}

export async function choose(page: Page, text: string, action: string): Promise<void> {
  const comment = page.getByRole('article').filter({ hasText: text }).last();
  await comment.getByRole('button', { name: /^Actions for .*comment/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
