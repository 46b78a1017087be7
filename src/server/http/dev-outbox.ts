import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';

const NEWEST = 200;
const FILE = /^[\w-]+\.eml$/;

/**
 * The mails of a school without a mail server, readable in the browser. Mount it only without SMTP_URL and answer only
 * requests that came from this machine: a mail can hold a link that lets its reader in.
 */
export function devOutbox(directory: string): Hono {
  const app = new Hono();
  app.get('/', async (context) => {
    const mails = await listMails(directory);
    return context.html(
      layout(
        'Outbox',
        mails.length === 0 ? html`<p>No emails yet.</p>` : html`<ul>${mails.map(mailLine)}</ul>`,
      ),
    );
  });
  app.get('/:file', async (context) => {
    const mail = await readMail(directory, context.req.param('file'));
    if (!mail) return context.html(layout('Outbox', html`<p>Email not found.</p>`), 404);
    return context.html(
      layout(
        mail.subject ?? '',
        html`<p><a href="/dev/outbox">All emails</a></p>
          <h1>${mail.subject ?? ''}</h1>
          <p>To ${mail.to?.[0]?.address ?? ''}</p>
          <pre>${linked(mail.text ?? '')}</pre>`,
      ),
    );
  });
  return app;
}

interface MailLine {
  readonly file: string;
  readonly subject: string;
  readonly to: string;
  readonly at: Date;
}

async function listMails(directory: string): Promise<MailLine[]> {
  const files = (await readdir(directory).catch(() => [])).filter((file) => FILE.test(file));
  const dated = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(join(directory, file))).mtime })),
  );
  const newest = dated.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, NEWEST);
  return Promise.all(
    newest.map(async ({ at, file }) => {
      const mail = await parseMail(await readFile(join(directory, file)));
      return { file, at, subject: mail.subject ?? '', to: mail.to?.[0]?.address ?? '' };
    }),
  );
}

async function readMail(directory: string, file: string) {
  if (!FILE.test(file)) return null;
  const bytes = await readFile(join(directory, file)).catch(() => null);
  return bytes && parseMail(bytes);
}

function mailLine({ at, file, subject, to }: MailLine) {
  return html`<li><a href="/dev/outbox/${file}">${subject}</a><br />${to} · ${at.toISOString().slice(0, 19).replace('T', ' ')}</li>`;
}

function linked(text: string) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

function layout(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 17px/1.6 system-ui, sans-serif; color: #15181e; background: #fbfaf7; }
          li { margin: 0 0 1rem; } pre { white-space: pre-wrap; font: inherit; } a { color: #1f4fa3; }
        </style>
      </head>
      <body>${body}</body>
    </html>`;
}

/** The parser is read with the first mail that somebody looks at. */
async function parseMail(bytes: Buffer) {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(bytes);
}
