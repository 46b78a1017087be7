import { expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

const NOTICE = {
  name: 'Ada',
  link: 'https://school.test/admin',
  unsubscribe: 'https://school.test/unsubscribe/x',
};

const confirm = renderMail(
  'confirm-email',
  { name: 'Ada', link: 'https://school.test/login?verify=abc&x=1' },
  'Lectern',
);

test('a mail says the same in its HTML and its plain-text part', () => {
  for (const part of [confirm.html, confirm.text]) {
    expect(part).toContain('Hello Ada,');
    expect(part).toContain('Thanks for joining Lectern.');
    expect(part).toContain('This link expires in 24 hours.');
  }
  expect(confirm.text).toContain('https://school.test/login?verify=abc&x=1');
  expect(confirm.html).toContain('href="https://school.test/login?verify=abc&amp;x=1"');
});

test('what people typed cannot become markup of a mail', () => {
  const { html } = renderMail(
    'contact-message',
    {
      ...NOTICE,
      sender: '<img src=x>',
      email: '"><script>@x.test',
      message: '</blockquote><script>alert(1)</script>',
    },
    'Lectern',
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).toContain('&lt;/blockquote&gt;&lt;script&gt;');
});

test('a line end in a name cannot start another header', () => {
  const { subject } = renderMail(
    'contact-message',
    { ...NOTICE, sender: 'Eve\r\nBcc: all@x.test', email: 'e@x.test', message: 'Hi' },
    'Lectern',
  );
  expect(subject).toBe('New message from Eve Bcc:');
});

test('a mail with a code shows the code first, and says small and last what to do if nobody asked for it', () => {
  const code = { name: 'Ada', code: '123456', link: 'https://school.test/forgot-password' };
  const { html, text } = renderMail('sign-in-code', code, 'Lectern');
  expect(html).not.toContain('background:#24468f');
  for (const part of [html, text]) {
    const at = ['123456', 'Never share this code', 'Choose a new password'].map((words) =>
      part.indexOf(words),
    );
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
    expect(part).toContain(code.link);
  }
});

test('a tier has its name, an address to write to is one, and a second way is a link', () => {
  const changed = renderMail('tier-changed', { ...NOTICE, tier: 'premium' }, 'Lectern');
  expect(changed.subject).toBe('Your subscription is now Premium');
  const items = [{ id: 'n', kind: 'tier-changed', props: { tier: 'basic' }, link: NOTICE.link }] as const;
  expect(renderMail('digest', { ...NOTICE, items }, 'Lectern').text).toContain('is now Basic');
  const message = { ...NOTICE, sender: 'Eve', email: 'eve+1@x.test', message: 'Hi' };
  expect(renderMail('contact-message', message, 'Lectern').text).toContain('mailto:eve%2B1@x.test');
  const again = { name: 'Ada', link: 'https://x.test/login', resetLink: 'https://x.test/forgot' };
  expect(renderMail('already-registered', again, 'Lectern').html).toContain('href="https://x.test/forgot"');
});

test('a daily email says how many more there are, with the way to them', () => {
  const items = [{ id: 'n', kind: 'welcome', props: {}, link: 'https://school.test/courses' }] as const;
  const textOf = (more: number) =>
    renderMail('digest', { ...NOTICE, link: 'https://school.test/notifications', items, more }, 'Lectern')
      .text;
  expect(textOf(10)).toContain('- and 10 more in your inbox\n  https://school.test/notifications');
  expect(textOf(0)).not.toContain('more in your inbox');
});

test('a tier is called by the name of its plan, which starts no second header line', () => {
  const names = { premium: 'Campus\r\nBcc: eve@x.test' };
  const changed = renderMail('tier-changed', { ...NOTICE, tier: 'premium' }, 'Lectern', names);
  expect(changed.subject).toBe('Your subscription is now Campus Bcc: eve@x.test');
  const items = (['premium', 'basic'] as const).map((tier) => ({
    id: tier,
    kind: 'tier-changed' as const,
    props: { tier },
    link: NOTICE.link,
  }));
  const digest = renderMail('digest', { ...NOTICE, items }, 'Lectern', { premium: 'Campus' });
  expect(digest.text).toContain('is now Campus');
  expect(digest.text).toContain('is now Basic');
  expect(digest.text).not.toContain('Premium');
});

test('a mail that can be stopped says how, one about security does not', () => {
  const notice = renderMail('tier-changed', { ...NOTICE, tier: 'basic' }, 'Lectern');
  expect(notice.unsubscribe).toBe(NOTICE.unsubscribe);
  for (const part of [notice.html, notice.text]) expect(part).toContain(NOTICE.unsubscribe);
  expect(confirm.unsubscribe).toBeNull();
});
