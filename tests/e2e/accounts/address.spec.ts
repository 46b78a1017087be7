import { mailTo } from '../kit/mail.ts';
import { expect, makeMember, newPerson, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

test('a new address is asked for with the password, confirmed by its mail, and undone from the old mailbox', async ({
  page,
}) => {
  const member = await makeMember();
  const { email } = newPerson();
  await signIn(page, member);
  await onDatabase((client) =>
    client.query(
      "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [member.email],
    ),
  );
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change your email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  await dialog.getByLabel('New email address').fill('nobody');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Valid email is required')).toBeVisible();
  await dialog.getByLabel('New email address').fill(` ${email.toUpperCase()}`);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByLabel('Password', { exact: true }).fill(member.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirm your new email address')).toBeVisible();
  await expect(page.getByText(`Confirm ${email}:`)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(member.email);

  const { link } = await mailTo(email, 'Confirm your new email address');
  await mailTo(member.email, 'Email address change requested');
  await page.goto(link);
  await expect(page.getByText(`From now on, you'll log in with ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Email address changed' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);

  const undo = (await mailTo(member.email, 'Your email address was changed')).link;
  await page.goto(undo);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible();
  const reset = (await mailTo(member.email, 'Your account is restored: choose a new password')).link;
  await page.goto(reset);
  await page.getByLabel('New password').fill('an entirely new sentence');
  await page.getByLabel('Confirm password').fill('an entirely new sentence');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { email: member.email, password: 'an entirely new sentence' });
});

test('the link leads a visitor through the login, and a new address can be withdrawn', async ({ page }) => {
  const member = await makeMember();
  const { email } = newPerson();
  await signIn(page, member, '/profile');
  await page.getByRole('button', { name: 'Change your email address' }).click();
  await page.getByLabel('New email address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Confirm ${email}:`)).toBeVisible();
  const { link } = await mailTo(email, 'Confirm your new email address');
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Email change canceled')).toBeVisible();
  await expect(page.getByText(`Confirm ${email}:`)).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/confirm-address\?token=/);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(`This account's email address is ${member.email}.`)).toBeVisible();
});
