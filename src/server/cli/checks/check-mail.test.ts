import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config';
import { checkMail } from './check-mail.ts';

/** A mail server that wants a password. */
async function mailServer() {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      done(password === 'right' ? null : new Error('go away'), { user: 'school' }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const look = (url: string) => checkMail(parseConfig({ SMTP_URL: url }));

test('without a mail server mails become files, and that is in order', async () => {
  expect(await checkMail(parseConfig({ DATA_DIR: '/srv/school' }))).toEqual({
    ok: true,
    what: 'email: SMTP_URL is not set; emails are saved as files in /srv/school/outbox',
  });
});

test('a mail server must answer and take the password, which is never shown', async () => {
  const { port, stop } = await mailServer();
  const server = `127.0.0.1:${port}`;
  expect(await look(`smtp://school:right@${server}`)).toEqual({
    ok: true,
    what: `email: connected and logged in to ${server}`,
  });
  const refused = await look(`smtp://school:hunter2@${server}`);
  expect(refused).toMatchObject({
    ok: false,
    what: expect.stringContaining(`email: ${server}: Invalid login`),
  });
  expect(JSON.stringify(refused)).not.toContain('hunter2');
  await stop();
  expect(await look(`smtp://school:right@${server}`)).toEqual({
    ok: false,
    what: `email: ${server}: connect ECONNREFUSED ${server}`,
    remedy: expect.stringContaining('check the host, port, user, and password in SMTP_URL'),
  });
});
