import { z } from 'zod';

const clientData = z.object({ challenge: z.string().max(200) });

/** The challenge that an authenticator says it has answered; an empty one when that cannot be read. */
export function readChallenge(clientDataJSON: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientData.safeParse(parsed).data?.challenge ?? '';
  } catch {
    return '';
  }
}
