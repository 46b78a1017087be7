import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { fromHeader, type Mail, type Mailer, unsubscribeHeaders } from './mailer.ts';

/** Writes each mail as an .eml file, for a school that has no mail server yet. The same mail is the same file. */
export function outboxMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ html, messageId, sender, subject, text, to, unsubscribe }: Mail) {
      const { message } = await transport.sendMail({
        from: fromHeader({ sender }, from),
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: unsubscribeHeaders({ unsubscribe }),
      });
      if (!Buffer.isBuffer(message)) throw new Error('the email was not written to memory');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${messageId.replace(/[^\w-]/g, '_').slice(0, 100)}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
