import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, newPerson, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

test('a person registers, confirms by mail, signs in, stays signed in and signs out', async ({ page }) => {
  const { email, name, password } = newPerson();
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Registration successful')).toBeVisible();
  await expect(page.getByText('Please check your email to confirm your account').first()).toBeVisible();

  const { link } = await mailTo(email, 'Confirm your email address');
  await page.goto(link);
  await expect(page.getByText('Log in to confirm your email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Successfully logged out', { exact: true })).toBeVisible();
  await expect(page.getByText('You have been successfully logged out')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('logging out stops what is still being asked, so that nothing is refused', async ({ browser }) => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await signIn(page, await makeMember());
  const left = page.waitForResponse('**/api/sign-out');
  let held = 0;
  await page.route('**/api/learning/**', async (route) => {
    held += 1;
    await left;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/courses/http-and-the-web-platform');
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Account menu for Ada Kowalska' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Successfully logged out', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(faults).toEqual([]);
  await page.close();
});

test('the forms say what is missing in the given words', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.goto('/register');
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.getByLabel('Confirm password').fill('something else');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
});

test('a wrong password is told, and what was typed stays', async ({ page }) => {
  const { email } = await makeMember();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
});

test('an unconfirmed address can have its link again', async ({ page }) => {
  const { email, name, password } = newPerson();
  const origin = new URL(page.url() === 'about:blank' ? (process.env.E2E_URL ?? '') : page.url()).origin;
  await page.request.post('/api/register', {
    data: { name, email, password, confirmPassword: password },
    headers: { origin },
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Resend link' }).click();
  await expect(page.getByText('the message was written to the outbox folder')).toBeVisible();
});

test('a forgotten password is replaced by mail, and the link works once', async ({ page }) => {
  const { email } = await makeMember();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText("If there's an account for this email")).toBeVisible();
  const { link } = await mailTo(email, 'Choose a new password');
  const choose = async (password: string) => {
    await page.goto(link);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
  };
  await choose('another quiet sentence');
  await expect(page.getByText('Password changed').first()).toBeVisible();
  await mailTo(email, 'Your password was changed');
  await signIn(page, { email, password: 'another quiet sentence' });
  await choose('a third quiet sentence');
  await expect(page).toHaveURL(/reset-password/);
  await expect(page.getByRole('alert').or(page.getByRole('status')).first()).toBeVisible();
});

test('after signing in one is where one wanted to go, and never on another site', async ({ page }) => {
  const member = await makeMember('premium');
  await page.goto('/profile?tab=security');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile\?tab=security/);
});

test('registering and signing in work by keyboard alone', async ({ page }) => {
  const member = await makeMember();
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(member.email);
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('what is typed and clicked before the page is awake counts as soon as it is', async ({ page }) => {
  const { email, password } = await makeMember();
  let wake = () => {};
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  wake();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the address of a mail stands in the login as the server sends it', async ({ request }) => {
  const html = await (await request.get('/login?email=ada%40school.test')).text();
  expect(html).toContain('value="ada@school.test"');
});

test('a form that is sent before the page is awake puts nothing into the address', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The page's own code never arrives; its one inline script does.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@school.test');
  await page.getByLabel('Password', { exact: true }).fill('a quiet sentence');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue('ada@school.test');
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  await context.close();
});
