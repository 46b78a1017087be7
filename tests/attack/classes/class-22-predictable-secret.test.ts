import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import { sessionCookieName } from '#server/areas/accounts/sessions/cookies';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { test } from '#tests/kit/database';
import { readSource, repositoryFiles } from '#tools/source-files';
import { ORIGIN, openSchool } from '../kit/school.ts';

const KNOWN = [
  '',
  'secret',
  'changeme',
  'lectern',
  'better-auth-secret-123456789',
  'undefined',
  'null',
  '0'.repeat(32),
];

function withFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-secret-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

plain('the key is drawn at the first start, for its owner only, and no two schools have the same', () => {
  const drawn = [1, 2, 3].map(() =>
    withFolder((folder) => {
      const secret = readAuthSecret(folder);
      const file = join(folder, 'secrets', 'auth-secret');
      expect(readFileSync(file, 'utf8').trim()).toBe(secret);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      expect(Buffer.from(secret, 'base64url').length).toBe(32);
      return secret;
    }),
  );
  expect(new Set(drawn).size).toBe(3);
});

plain('a key that is too short stops the start', () => {
  withFolder((folder) => {
    readAuthSecret(folder);
    const other = `${folder}/.`;
    writeFileSync(join(folder, 'secrets', 'auth-secret'), 'secret\n');
    expect(() => readAuthSecret(other)).toThrow('too short to be secure');
  });
});

test('a cookie signed with a key that everybody knows belongs to nobody', async ({ db }) => {
  const { app, services } = await openSchool(db, { realSessions: true });
  for (const key of KNOWN)
    for (const hash of ['sha256', 'sha1', 'md5']) {
      const signature = createHmac(hash, key).update('token of admin').digest('base64');
      const value = encodeURIComponent(`token of admin.${signature}`);
      const cookie = `${sessionCookieName(services.config)}=${value}`;
      const reply = await app.request(`${ORIGIN}/api/session`, { headers: { cookie } });
      expect(await reply.json()).toEqual({ user: null });
    }
});

plain('no secret is in the repository, nor in what a container is started with', () => {
  const secretLike =
    /(?:AUTH_SECRET|STRIPE_SECRET_KEY|ADMIN_PASSWORD|POSTGRES_PASSWORD|BETTER_AUTH_SECRET)\s*[:=]\s*["']?(?!\$|\{|"|'|\s|sk_test_)[\w-]{6,}/;
  const shipped = repositoryFiles().filter((path) =>
    /(?:^|\/)(?:Dockerfile|compose[^/]*\.ya?ml|\.env[^/]*)$/.test(path),
  );
  expect(shipped).toContain('compose.yaml');
  expect(shipped.filter((path) => secretLike.test(readSource(path)))).toEqual([]);
  expect(repositoryFiles().filter((path) => /\.(?:pem|key|p12)$|(?:^|\/)\.env$/.test(path))).toEqual([]);
});
