import { expect, makeMember, REFUSED, signIn, test } from '../kit/people.ts';

test.describe('the catalogue', () => {
  test('shows a visitor the free courses only, with title, search and filters', async ({ page }) => {
    await page.goto('/courses');
    await expect(page.getByRole('heading', { name: 'Available Courses', level: 1 })).toBeVisible();
    await expect(page.getByPlaceholder('Search courses...')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Difficulty' }).locator('option')).toHaveText([
      'All levels',
      'Beginner',
      'Intermediate',
      'Advanced',
    ]);
    // By their words: other tests fill the first page with newer courses.
    await page.goto('/courses?q=Scratch');
    await expect(page.getByRole('link', { name: 'SQL from Scratch' })).toBeVisible();
    await page.goto('/courses?q=Git');
    await expect(page.getByRole('heading', { name: 'Available Courses', level: 1 })).toBeVisible();
    await expect(page.getByText('Git Beyond the Basics')).toHaveCount(0);
  });

  test('answers while one types, forgives a slip, marks the match and keeps the state in the address', async ({
    page,
  }) => {
    await page.goto('/courses');
    await page.getByPlaceholder('Search courses...').fill('databse');
    await expect(
      page.getByRole('status').filter({ hasText: 'Showing results for “database”.' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/q=databse/);
    await page.getByPlaceholder('Search courses...').fill('scratch');
    await expect(page.locator('mark').first()).toHaveText('Scratch');
    await page.reload();
    await expect(page.getByPlaceholder('Search courses...')).toHaveValue('scratch');
    await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('advanced');
    await expect(page.getByText('No courses found')).toBeVisible();
    await expect(page.getByText('Try changing your search or filter criteria.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all courses' }).click();
    await expect(page.getByPlaceholder('Search courses...')).toHaveValue('');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ courses$/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  });

  test('shows each tier what it opens', async ({ page }) => {
    await signIn(page, await makeMember('basic'), '/courses?q=TypeScript');
    await expect(page.getByRole('link', { name: 'TypeScript for JavaScript Programmers' })).toBeVisible();
    await page.goto('/courses?q=Git');
    await expect(page.getByRole('heading', { name: 'Available Courses', level: 1 })).toBeVisible();
    await expect(page.getByText('Git Beyond the Basics')).toHaveCount(0);
  });
});

test.describe('a course', () => {
  test('shows badges, outcomes, tabs by kind in order, and one section to read', async ({ page }) => {
    await page.goto('/courses/sql-from-scratch');
    await expect(page.getByRole('heading', { name: 'SQL from Scratch', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: "What you'll learn" })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([/Lessons/, /Labs/, /Exams/]);
    const article = page.locator('#section');
    await expect(article.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(article.locator('pre[data-language="sql"]').first()).toBeVisible();
    const first = await article.getByRole('heading', { level: 2 }).first().textContent();
    await article.getByRole('link', { name: /^Next/ }).click();
    await expect(page).toHaveURL(/section=/);
    await expect(article.getByRole('heading', { level: 2 }).first()).not.toHaveText(first ?? '');
    await page.getByRole('tab', { name: /Exams/ }).click();
    await page.getByRole('link', { name: /Final Exam/ }).click();
    await expect(article.getByRole('heading', { name: /Final Exam/ })).toBeVisible();
    // The questions are for those who take it.
    await expect(article.getByText('Question 1', { exact: true })).toHaveCount(0);
  });

  test('is whole HTML without scripts, with what search engines read', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: process.env.E2E_URL ?? '',
    });
    const page = await context.newPage();
    await page.goto('/courses/sql-from-scratch');
    await expect(page.getByRole('heading', { name: 'SQL from Scratch', level: 1 })).toBeVisible();
    expect(((await page.locator('#section').textContent()) ?? '').length).toBeGreaterThan(2000);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/courses\/sql-from-scratch$/);
    const statements = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text)['@type'],
    );
    expect(statements).toEqual(expect.arrayContaining(['BreadcrumbList', 'Course']));
    await context.close();
  });

  test('draws its mathematics and diagrams, and copies its code', async ({ context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const response = await page.request.get('/api/courses/sql-from-scratch');
    const { sections } = (await response.json()) as { sections: { key: string }[] };
    let diagrams = 0;
    let formulas = 0;
    for (const { key } of sections) {
      const { html } = (await (
        await page.request.get(`/api/courses/sql-from-scratch/sections/${key}`)
      ).json()) as { html: string };
      if (html.includes('data-language="mermaid"')) {
        await page.goto(`/courses/sql-from-scratch?section=${key}`);
        await page.locator('#section [data-language=mermaid]').first().scrollIntoViewIfNeeded();
        await expect(page.locator('#section svg').first()).toBeVisible();
        diagrams += 1;
      }
      if (html.includes('class="katex"')) formulas += 1;
    }
    expect(diagrams).toBeGreaterThan(0);
    expect(formulas).toBeGreaterThan(0);
    await page.goto('/courses/sql-from-scratch');
    await page.locator('#section').getByRole('button', { name: 'Copy' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  test('above the tier shows title, level and the way to the plans, never the content', async ({ page }) => {
    await page.goto('/courses/git-beyond-the-basics');
    await expect(page.getByRole('heading', { name: 'Git Beyond the Basics', level: 1 })).toBeVisible();
    await expect(page.getByText('This course is part of the Premium plan.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute(
      'href',
      '/pricing?from=%2Fcourses%2Fgit-beyond-the-basics',
    );
    await expect(page.getByRole('heading', { name: "What you'll learn" })).toBeVisible();
    await signIn(page, await makeMember('basic'), '/courses/git-beyond-the-basics');
    await expect(page.getByText('Upgrade to get access.')).toBeVisible();
  });

  test.describe('that does not exist', () => {
    test.use({ expected: { faults: [REFUSED] } });
    test('is a real 404 with the way back', async ({ page }) => {
      const response = await page.goto('/courses/no-such-course');
      expect(response?.status()).toBe(404);
      await expect(page.getByText('Course Not Found')).toBeVisible();
      await page.getByRole('link', { name: 'Browse Courses' }).click();
      await expect(page).toHaveURL(/\/courses$/);
    });
  });
});
