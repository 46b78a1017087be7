/** The mail relay as a process of its own: DATABASE (JSON of a connection) and SMTP_URL say between what. */
import { openDatabase } from '#server/db/client';
import { listenForNotifications } from '#server/db/notifications';
import { startMailRelay } from '#server/jobs/mail-relay';
import { createLog } from '#server/platform/log';
import { smtpMailer } from '#server/platform/mailer-smtp';

const { DATABASE = '', SMTP_URL = '' } = process.env;
const log = createLog('silent');
const connections = 4;
const connection = JSON.parse(DATABASE);
// As the server does: while this connection lives, others know that we are there.
await listenForNotifications({ connection, channels: [], log });
startMailRelay({
  db: openDatabase({ connection, log }),
  log,
  mailer: smtpMailer(SMTP_URL, 'no-reply@school.test', { connections }),
  connections,
  site: async () => ({ school: 'Harbor' }),
  host: 'school.test',
});
process.stdout.write('relaying\n');
// The timers of the relay do not keep a process alive, as the server does.
setInterval(() => undefined, 60_000);
