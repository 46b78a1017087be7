import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test as plain } from 'vitest';
import { isEncrypted } from '#server/db/backup/archive-reader';
import { decryptBytes } from '#server/db/backup/decrypt-bytes';
import { encryptBytes, type Lock } from '#server/db/backup/encrypt-bytes';
import { verifyBackup } from '#server/db/backup/verify-backup';
import { test } from '#tests/kit/database';
import { backUp, fillSchool, scratchFolder } from '#tests/kit/filled-school';

const PASSPHRASE = 'five random words are enough';
const WITH_PASSPHRASE = { kind: 'passphrase', passphrase: PASSPHRASE } as const;
const folder = scratchFolder();
afterAll(() => folder.remove());

test('a backup is read with its passphrase or by one of its recipients, and by nobody else', async ({
  ownDb,
}) => {
  const school = await fillSchool(ownDb, folder.path);
  const [own, other, foreign] = [
    await generateIdentity(),
    await generateIdentity(),
    await generateIdentity(),
  ];
  const recipients = [await identityToRecipient(own), await identityToRecipient(other)];
  const sealed = join(folder.path, 'passphrase.backup');
  const addressed = join(folder.path, 'recipients.backup');
  await backUp(ownDb, school, sealed, { lock: WITH_PASSPHRASE });
  await backUp(ownDb, school, addressed, { lock: { kind: 'recipients', recipients } });
  for (const file of [sealed, addressed]) {
    expect(await isEncrypted(file)).toBe(true);
    await expect(verifyBackup(file)).rejects.toThrow('is encrypted: it needs its passphrase or an identity');
  }
  const { manifest } = await verifyBackup(sealed, WITH_PASSPHRASE);
  for (const identity of [own, other])
    expect((await verifyBackup(addressed, { kind: 'identities', identities: [identity] })).manifest).toEqual(
      manifest,
    );
  await expect(verifyBackup(sealed, { kind: 'passphrase', passphrase: 'another one' })).rejects.toThrow(
    'This backup was not encrypted with this passphrase. Nothing was changed.',
  );
  await expect(verifyBackup(addressed, { kind: 'identities', identities: [foreign] })).rejects.toThrow(
    'This backup was not encrypted for this identity. Nothing was changed.',
  );
  await expect(verifyBackup(addressed, { kind: 'identities', identities: ['password'] })).rejects.toThrow(
    "This isn't an age identity",
  );
});

test('an encrypted backup that is cut off or changed is refused in a sentence', async ({ ownDb }) => {
  const identity = await generateIdentity();
  const recipients = [await identityToRecipient(identity)];
  const whole = join(folder.path, 'whole.backup');
  const file = join(folder.path, 'made.backup');
  const school = await fillSchool(ownDb, folder.path);
  await backUp(ownDb, school, whole, { lock: { kind: 'recipients', recipients } });
  const bytes = readFileSync(whole);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1;
  for (const made of [bytes.subarray(0, 60), bytes.subarray(0, bytes.length / 2), changed]) {
    writeFileSync(file, made);
    await expect(verifyBackup(file, { kind: 'identities', identities: [identity] })).rejects.toThrow(
      /damaged, incomplete, or not a Lectern backup/,
    );
  }
});

plain('what is no recipient is told before anything is written', () => {
  for (const recipient of ['ada', 'age1', 'AGE-SECRET-KEY-1X'])
    expect(() => encryptBytes({ kind: 'recipients', recipients: [recipient] })).toThrow(
      `"${recipient}" isn't an age recipient`,
    );
});

plain('a large file goes through piece by piece and holds little memory', async () => {
  const identity = await generateIdentity();
  const lock: Lock = { kind: 'recipients', recipients: [await identityToRecipient(identity)] };
  const total = 96;
  const piece = Buffer.alloc(1024 * 1024, 7);
  let ahead = 0;
  let most = 0;
  async function* source() {
    for (let made = 0; made < total; made += 1) {
      ahead += piece.length;
      most = Math.max(most, ahead);
      yield piece;
    }
  }
  let bytes = 0;
  const open = decryptBytes({ kind: 'identities', identities: [identity] });
  for await (const part of open(encryptBytes(lock)(source()))) {
    bytes += part.length;
    ahead -= part.length;
    expect(piece.subarray(0, part.length).equals(part)).toBe(true);
  }
  expect(bytes).toBe(total * piece.length);
  expect(most).toBeLessThan(8 * piece.length);
});
