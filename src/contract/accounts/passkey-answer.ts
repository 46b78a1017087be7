import { z } from 'zod';

/** Bytes as WebAuthn writes them. */
export const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

export const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** What a passkey answers to a question of ours. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
