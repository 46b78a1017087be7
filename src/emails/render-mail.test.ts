import { expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

const confirm = renderMail(
  'confirm-email',
  { name: 'Ada', link: 'https://school.test/login?verify=abc&x=1' },
  'Lectern',
);

test('a mail says the same in its HTML and its plain-text part', () => {
  for (const part of [confirm.html, confirm.text]) {
    expect(part).toContain('Hello Ada,');
    expect(part).toContain('Thank you for joining Lectern.');
    expect(part).toContain('The link works for 24 hours.');
  }
  expect(confirm.text).toContain('https://school.test/login?verify=abc&x=1');
  expect(confirm.html).toContain('href="https://school.test/login?verify=abc&amp;x=1"');
});

test('what people typed cannot become markup of a mail', () => {
  const { html } = renderMail(
    'contact-message',
    { sender: '<img src=x>', email: '"><script>@x.test', message: '</blockquote><script>alert(1)</script>' },
    'Lectern',
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).toContain('&lt;/blockquote&gt;&lt;script&gt;');
});

test('a line end in a name cannot start another header', () => {
  const { subject } = renderMail(
    'contact-message',
    { sender: 'Eve\r\nBcc: all@x.test', email: 'e@x.test', message: 'Hi' },
    'Lectern',
  );
  expect(subject).toBe('New message from Eve Bcc: all@x.test');
});
