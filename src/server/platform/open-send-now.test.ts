import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config';
import { openSendNow } from './open-send-now.ts';

const MAIL = {
  to: 'ada@school.test',
  subject: 'Test',
  text: 'T',
  sender: 'Harbor',
  html: '<p>T</p>',
  unsubscribe: null,
};
const mail = { ...MAIL, messageId: '<one@school.test>' };

test('without a mail server the test email becomes a file, and the answer names the folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-mail-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const outbox = join(dataDir, 'outbox');
  expect(await openSendNow(parseConfig({ DATA_DIR: dataDir }))(mail)).toEqual({
    outcome: 'kept',
    detail: outbox,
  });
  expect(readdirSync(outbox)).toHaveLength(1);
});

test('the answer of the mail server is told as it was given, never with the password', async () => {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      done(password === 'right' ? null : new Error('go away'), { user: 'school' }),
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'ada@school.test' ? null : new Error('nobody here')),
    onData: (stream, _session, done) => {
      stream.on('end', done);
      stream.resume();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const send = (password: string, to = mail.to) => {
    const config = parseConfig({ SMTP_URL: `smtp://school:${password}@127.0.0.1:${port}` });
    return openSendNow(config)({ ...mail, to });
  };
  expect(await send('right')).toEqual({ outcome: 'accepted', detail: expect.stringMatching(/^250 /) });
  expect(await send('right', 'eve@school.test')).toEqual({
    outcome: 'refused',
    detail: expect.stringContaining('nobody here'),
  });
  const refused = await send('hunter2');
  expect(refused).toEqual({ outcome: 'refused', detail: expect.stringContaining('go away') });
  expect(JSON.stringify(refused)).not.toContain('hunter2');
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(await send('right')).toEqual({
    outcome: 'refused',
    detail: expect.stringContaining('ECONNREFUSED'),
  });
});
