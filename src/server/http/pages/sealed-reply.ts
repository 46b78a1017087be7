import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A reply as the database keeps it. */
interface SealedReply {
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}
interface Reply {
  readonly output: unknown;
  readonly cookies: readonly string[];
}

/** What the table knows a key by. The key itself opens the reply, which can hold cookies and backup codes. */
export function keyHash(key: string): string {
  return digest('name', key).toString('hex');
}

/** Locks a reply so that only who knows the Idempotency-Key can read it; the database alone cannot. */
export function sealReply(key: string, reply: Reply): SealedReply {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', digest('seal', key), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(reply)), cipher.final()]);
  return {
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

export function openReply(key: string, sealed: unknown): Reply {
  const { data, iv, tag } = sealed as SealedReply;
  const decipher = createDecipheriv('aes-256-gcm', digest('seal', key), Buffer.from(iv, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
  return JSON.parse(text.toString()) as Reply;
}

function digest(purpose: string, key: string): Buffer {
  return createHash('sha256').update(`lectern ${purpose}\0${key}`).digest();
}
