import { createTransport } from 'nodemailer';

/** Connects and signs in to a mail server without sending anything; throws its refusal. */
export async function verifyMailServer(smtpUrl: string, timeoutMs = 5000): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
