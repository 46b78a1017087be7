import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { readAuthSecret, rememberAuthSecret } from '#server/platform/read-auth-secret';
import { sealKey } from '#server/platform/seal-key';
import { test } from '#tests/kit/database';
import type { Reader } from '../client.ts';
import { findSchoolKey, openSchoolKey, replaceSchoolKey, WrongKeyError } from './open-school-key.ts';

const OLD = 'an-old-secret-of-this-school-1234567890';
const NEW = 'a-new-secret-of-this-school-0987654321';

/** A machine with a data folder of its own. */
function machine(...authSecrets: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { authSecrets, dataDir };
}
type Machine = ReturnType<typeof machine>;

async function start(db: Reader, at: Machine): Promise<string> {
  await openSchoolKey(db, at);
  return readAuthSecret(at.dataDir);
}
const hasFile = ({ dataDir }: Machine) => existsSync(join(dataDir, 'secrets', 'auth-secret'));
function putFile({ dataDir }: Machine, key: string): void {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  writeFileSync(join(dataDir, 'secrets', 'auth-secret'), `${key}\n`);
}
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof WrongKeyError)) throw new Error(`not refused: ${error}`);
  return error.message;
}

test('machines with one AUTH_SECRET have one key, and none of them a file', async ({ db }) => {
  const [first, second] = [machine(OLD), machine(OLD)];
  const key = await start(db.kysely, first);
  expect(await start(db.kysely, second)).toBe(key);
  expect(key).not.toContain(OLD);
  expect([hasFile(first), hasFile(second)]).toEqual([false, false]);
  const row = await db.kysely.selectFrom('school_keys').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(key);
});

test('many machines that start at one moment have one key', async ({ ownDb }) => {
  const keys = await Promise.all(Array.from({ length: 12 }, () => start(ownDb.kysely, machine(OLD))));
  expect(new Set(keys).size).toBe(1);
});

test('a machine with another AUTH_SECRET, or with none, is refused and writes nothing', async ({ db }) => {
  await start(db.kysely, machine(OLD));
  const stranger = machine();
  expect(await refusalOf(start(db.kysely, machine(NEW)))).toMatch(/^AUTH_SECRET isn't the secret/);
  expect(await refusalOf(start(db.kysely, stranger))).toMatch(/sealed with AUTH_SECRET, which isn't set/);
  expect(hasFile(stranger)).toBe(false);
});

test('a secret is replaced while machines run: both, then the new one alone', async ({ db }) => {
  const key = await start(db.kysely, machine(OLD));
  expect(await start(db.kysely, machine(NEW, OLD))).toBe(key);
  // A machine that starts late in the exchange still has both.
  expect(await start(db.kysely, machine(NEW, OLD))).toBe(key);
  expect(await start(db.kysely, machine(NEW))).toBe(key);
  expect(await refusalOf(start(db.kysely, machine(OLD)))).toMatch(/^AUTH_SECRET isn't the secret/);
});

test('a school whose key is a file goes over to AUTH_SECRET and keeps its key', async ({ db }) => {
  const home = machine();
  const key = await start(db.kysely, home);
  expect(hasFile(home)).toBe(true);
  expect(await refusalOf(start(db.kysely, machine(OLD)))).toMatch(/missing in/);
  expect(await start(db.kysely, { ...home, authSecrets: [OLD] })).toBe(key);
  expect(await start(db.kysely, machine(OLD))).toBe(key);
});

test('a second machine with a file of its own is refused', async ({ db }) => {
  await start(db.kysely, machine());
  const other = machine();
  putFile(other, 'x'.repeat(43));
  expect(await refusalOf(start(db.kysely, other))).toMatch(/isn't the key of this school/);
  const bare = machine();
  expect(await refusalOf(start(db.kysely, bare))).toMatch(/missing in/);
  expect(hasFile(bare)).toBe(false);
});

test('a school that was restored, or comes from before, is known by its signing key', async ({ db }) => {
  const key = 'k'.repeat(43);
  await db.kysely
    .insertInto('signing_keys')
    .values({
      kid: 'kid',
      public_key: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x' }),
      sealed_key: sealKey(key).seal('private'),
      created_at: new Date(),
    })
    .execute();
  const [wrong, right] = [machine(OLD), machine(OLD)];
  putFile(wrong, 'w'.repeat(43));
  putFile(right, key);
  expect(await refusalOf(start(db.kysely, machine(OLD)))).toMatch(/missing in/);
  expect(await refusalOf(start(db.kysely, wrong))).toMatch(/isn't the key of this school/);
  expect(await start(db.kysely, right)).toBe(key);
  expect(await start(db.kysely, machine(OLD))).toBe(key);
});

test('looking for the key makes none', async ({ db }) => {
  const at = machine(OLD);
  expect(await findSchoolKey(db.kysely, at)).toBeNull();
  expect(await db.kysely.selectFrom('school_keys').selectAll().execute()).toEqual([]);
  rememberAuthSecret(at.dataDir, 'unused');
});

test('a lost key is replaced when somebody asks for it, and only then', async ({ db }) => {
  const key = await start(db.kysely, machine(OLD));
  await expect(replaceSchoolKey(db.kysely, machine(OLD))).rejects.toThrow('nothing to replace');
  const other = machine(NEW);
  await replaceSchoolKey(db.kysely, other);
  expect(readAuthSecret(other.dataDir)).not.toBe(key);
  expect(await start(db.kysely, machine(NEW))).toBe(readAuthSecret(other.dataDir));
});
