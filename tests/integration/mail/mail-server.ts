import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export type MailBehavior =
  | 'accept'
  | 'try-later'
  | 'no-such-mailbox'
  | 'mailbox-full'
  | 'recipient-blocked'
  | 'bad-login'
  | 'drop-after-data'
  | 'relay-denied'
  | 'relay-denied-without-code'
  | 'sender-rejected'
  | 'sender-unknown';

/** What is replied to a recipient, also about whoever sends. */
const REFUSALS: Partial<Record<MailBehavior, readonly [code: number, text: string]>> = {
  'try-later': [451, 'not today'],
  'no-such-mailbox': [550, 'no such mailbox'],
  'mailbox-full': [552, '5.2.2 Mailbox full'],
  'recipient-blocked': [550, '5.2.1 This person takes no mail from you'],
  'relay-denied': [554, '5.7.1 Relay access denied'],
  'relay-denied-without-code': [550, 'relay not permitted'],
  'sender-rejected': [553, '5.7.1 Sender address rejected: not owned by user'],
  'sender-unknown': [550, '5.1.8 Sender address rejected: Domain not found'],
};

export interface MailServer {
  /** What was accepted, as it came. */
  readonly mails: string[];
  readonly url: string;
  /** Whom mail was offered for, whatever was replied. */
  readonly recipients: string[];
  /** How many connections were opened. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** A real mail server on a free port, which takes `delayMs` for each mail. */
export async function startMailServer(
  behavior: (recipient: string) => MailBehavior = () => 'accept',
  delayMs = 0,
): Promise<MailServer> {
  const mails: string[] = [];
  const recipients: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 500,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onMailFrom: (_address, _session, done) =>
      done(behavior('') === 'bad-login' ? reply(550, 'sender not verified') : null),
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address);
      const refusal = REFUSALS[behavior(address)];
      done(refusal ? reply(...refusal) : null);
    },
    onData(stream, session, done) {
      let text = '';
      // A sender that is killed leaves half a mail, which counts for nothing.
      stream.on('error', () => undefined);
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      stream.on('end', async () => {
        if (delayMs > 0) await wait(delayMs);
        mails.push(text);
        const [to] = session.envelope.rcptTo;
        if (behavior(to?.address ?? '') !== 'drop-after-data') done();
        else for (const connection of server.connections) connection.close();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    recipients,
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A server that takes connections and never says anything. */
export async function startSilentServer(): Promise<{ url: string; stop: () => void }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${portOf(server)}`, stop: () => server.close() };
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
}
