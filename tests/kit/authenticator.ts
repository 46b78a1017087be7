import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export const SITE = { rpId: 'localhost', origin: 'http://localhost:3000' };

interface Behaviour {
  readonly rpId?: string;
  readonly origin?: string;
  /** Whether it recognised its owner, by finger or PIN. */
  readonly isVerified?: boolean;
  /** How often it says it was used; counts by itself when left out. */
  readonly counter?: number;
  readonly userHandle?: string;
}

/** An authenticator made of a key pair: it answers challenges as a device would, or as a cheat would. */
export function makeAuthenticator(start = 1) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = start;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const next = () => {
    count += 1;
    return count;
  };
  const head = (flags: number, counter: number, rpId = SITE.rpId) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), number]);
  };
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    credentialId: credential.id,
    /** The answer to a request for a new passkey. */
    register({ challenge }: { challenge: string }, how: Behaviour = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const flags = 0x41 | (how.isVerified === false ? 0 : 0x04);
      const authData = Buffer.concat([
        head(flags, how.counter ?? start, how.rpId),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        ...credential,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, how.origin),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The answer to a question for a signature. */
    answer({ challenge }: { challenge: string }, how: Behaviour = {}) {
      const data = head(how.isVerified === false ? 0x01 : 0x05, how.counter ?? next(), how.rpId);
      const clientDataJSON = clientData('webauthn.get', challenge, how.origin);
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey);
      return {
        ...credential,
        type: 'public-key' as const,
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(how.userHandle && { userHandle: Buffer.from(how.userHandle).toString('base64url') }),
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, origin = SITE.origin): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
