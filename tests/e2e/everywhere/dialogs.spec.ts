import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/**
 * By keyboard: the dialog opens, begins in this field, closes by Escape and by Cancel, and the focus is back at what opened
 * it.
 */
async function walk(
  page: Page,
  opener: Locator,
  field: (dialog: Locator) => Locator,
  open = () => opener.press('Enter'),
): Promise<void> {
  for (const leave of ['Escape', 'Cancel']) {
    await open();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(field(dialog)).toBeFocused();
    if (leave === 'Escape') await page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
}

test('dialogs of a member begin in their first field and give the focus back', async ({ page }) => {
  const slug = `walked-${randomBytes(6).toString('hex')}`;
  const said = `Something rude ${slug}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Walked', 'W', $1, '/covers/walked.svg', 'free') returning id),
       section as (insert into course_content (course_id, key, title, content, content_html, section_type, sort_order)
         select id, 'one', 'One', 'x', '<p>x</p>', 'lesson', 1 from made)
       insert into comments (course_id, author_id, body, body_html)
         select made.id, (select user_id from user_roles where role = 'admin' limit 1), $2, $2 from made`,
      [slug, said],
    ),
  );
  await signIn(page, await makeMember());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/courses/${slug}`);
  await page.locator('#comments').scrollIntoViewIfNeeded();
  const menu = page
    .getByRole('article')
    .filter({ hasText: said })
    .getByRole('button', { name: /^Actions for .*comment/ });
  await walk(
    page,
    menu,
    (dialog) => dialog.getByRole('textbox'),
    async () => {
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
    },
  );
  const comment = page.getByRole('article').filter({ hasText: said });
  const reply = comment.getByRole('button', { name: /^Reply to .*comment/ });
  for (const leave of ['Escape', 'Cancel']) {
    await reply.press('Enter');
    const box = page.getByLabel(/^Reply to/, { exact: true }).and(page.getByRole('textbox'));
    await expect(box).toBeFocused();
    if (leave === 'Escape') await page.keyboard.press('Escape');
    else await button('Cancel').press('Enter');
    await expect(reply).toBeFocused();
  }
  await page.getByLabel('Write a comment').fill(`Mine ${slug}`);
  await button('Post comment').press('Enter');
  const actions = page
    .getByRole('article')
    .filter({ hasText: `Mine ${slug}` })
    .getByRole('button', { name: /^Actions for .*comment/ });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(page.getByLabel('Edit your comment')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await page.goto('/profile');
  await walk(page, button('Change your email address'), (dialog) => dialog.getByLabel('New email address'));
  await page.goto('/profile?tab=security');
  await walk(page, button('Change Password'), (dialog) => dialog.getByLabel('Current password'));
  await walk(page, button('Enable Two-Factor Authentication'), (dialog) =>
    dialog.getByLabel('Password', { exact: true }),
  );
  await walk(page, button('Add a passkey'), (dialog) => dialog.getByLabel('Passkey name'));
  await walk(page, button('New API key'), (dialog) => dialog.getByLabel('Name'));
  await walk(page, button('Delete my account'), (dialog) => dialog.getByRole('button', { name: 'Cancel' }));
});

test('dialogs of an administrator begin in their first field and give the focus back', async ({ page }) => {
  const person = await makeMember('free', 'Hypatia');
  await signIn(page, HEAD);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto(`/admin/users?q=${person.email}`);
  await page.getByRole('link', { name: 'Hypatia' }).click();
  await walk(page, button('View as user'), (dialog) => dialog.getByLabel('Reason'));
  await page.goto('/admin/users/invitations');
  await walk(page, button('Invite someone'), (dialog) => dialog.getByLabel('Email'));
  await page.goto('/admin/questions');
  await walk(page, button('Create bank'), (dialog) => dialog.getByLabel('Title', { exact: true }));
  await page.goto('/admin/categories');
  for (const name of ['Add Category', /^Edit/]) {
    const opener = button(name).first();
    await opener.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await button('Cancel').press('Enter');
    await expect(opener).toBeFocused();
  }
  await page.goto('/admin/settings/about');
  const link = button('Link').first();
  await link.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('URL')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('a dialog stays when a selection ends beside it, and closes by a click there', async ({ page }) => {
  await signIn(page, await makeMember(), '/profile?tab=security');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Current password');
  await field.fill('what was typed');
  const box = await field.boundingBox();
  if (!box) throw new Error('the field has no box');
  const inside = [box.x + box.width / 2, box.y + box.height / 2] as const;
  const beside = [20, inside[1]] as const;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  await drag(inside, beside);
  await drag(beside, inside);
  await expect(field).toHaveValue('what was typed');
  await page.mouse.click(...beside);
  await expect(dialog).toHaveCount(0);
});

test('what is said while a dialog is open is said in it, and can be pressed there', async ({ page }) => {
  await signIn(page, HEAD, '/admin/users/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  const said = page.getByRole('region', { name: 'Notifications', exact: true });
  // It is there before anything is said: a screen reader reads out what comes into a place that it knows.
  await expect(dialog.locator('[aria-live]')).toBeAttached();
  await page.route(/\/api\/admin\/.*invit/, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 400, json: { code: 'BAD_INPUT', message: '', fields: {}, requestId: '' } }),
  );
  await dialog.getByLabel('Email').fill('somebody@school.test');
  await dialog.getByLabel('Email').press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByLabel('Email')).toHaveValue('somebody@school.test');
  await page.unroute(/\/api\/admin\/.*invit/);
  await said.evaluate((region) => {
    new MutationObserver(() => {
      if (!region.closest('dialog') && region.hasChildNodes()) region.dataset.saidAtHome = '';
    }).observe(region, { childList: true });
  });
  await dialog.getByLabel('Email').press('Enter');
  await expect(dialog).toHaveCount(0);
  // A dialog that closes takes nothing along: it is said once more where it is to be read now.
  await expect(said).toHaveAttribute('data-said-at-home');
  await expect(said.locator('> *')).toBeVisible();
});

test('what is said is said again where it was not known yet or hardly read out, and only then', async ({
  page,
}) => {
  await signIn(page, HEAD, '/admin/users/invitations');
  const opener = page.getByRole('button', { name: 'Invite someone' });
  const dialog = page.getByRole('dialog');
  const said = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(said).toBeAttached();
  await said.evaluate((region) => {
    new MutationObserver((changes) => {
      const times = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      region.dataset.times = String(Number(region.dataset.times ?? 0) + times);
    }).observe(region, { childList: true });
  });
  const version = page.getByRole('button', { name: 'About this version' }).filter({ visible: true });
  const [say, open] = [await version.elementHandle(), await opener.elementHandle()];
  // A screen reader knows nothing yet of the dialog that opened a moment ago.
  await page.evaluate(
    ([opens, says]) => {
      (opens as HTMLElement).click();
      setTimeout(() => (says as HTMLElement).click(), 20);
    },
    [open, say],
  );
  await expect(dialog.getByText('Current version')).toBeVisible();
  await expect(said).toHaveAttribute('data-times', '2');
  // Said again once, it goes on when it moves much later.
  await page.waitForTimeout(1500);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.waitForTimeout(500);
  await expect(said.getByText('Current version')).toBeVisible();
  await expect(said).toHaveAttribute('data-times', '2');
});
