import { gunzipSync } from 'node:zlib';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { z } from 'zod';
import { commandLineCaller } from '#server/db/audit';
import type { Db } from '#server/db/client';
import { ORIGIN, openSchool, type School } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { ensureSigningKey } from './ensure-signing-key.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';

const DID = 'did:web:localhost%3A3000';
/** What Open Badges 3.0 demands of a credential and of the claims of its JWT. */
const idOf = z.string().regex(/^(https?|did|urn):/);
const openBadgeCredential = z.object({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.0\.\d)?\.json$/),
  ]),
  id: idOf,
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  issuer: z.object({ id: idOf, type: z.tuple([z.literal('Profile')]), name: z.string() }),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime().optional(),
  name: z.string(),
  credentialSubject: z.object({
    id: idOf,
    type: z.tuple([z.literal('AchievementSubject')]),
    identifier: z.array(
      z.object({
        type: z.literal('IdentityObject'),
        hashed: z.boolean(),
        identityHash: z.string(),
        identityType: z.literal('name'),
      }),
    ),
    achievement: z.object({
      id: idOf,
      type: z.tuple([z.literal('Achievement')]),
      achievementType: z.enum(['CertificateOfCompletion', 'Assessment']),
      name: z.string(),
      description: z.string(),
      criteria: z.object({ narrative: z.string() }),
    }),
    result: z.array(z.object({ type: z.tuple([z.literal('Result')]), value: z.string() })),
  }),
  credentialStatus: z.object({
    id: idOf,
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: idOf,
  }),
  iss: idOf,
  jti: idOf,
  sub: idOf,
  nbf: z.int(),
  exp: z.int().optional(),
});

async function addCertificate(
  db: Db,
  name: string | null = 'Ada',
  kind: 'course' | 'exam' = 'course',
): Promise<string> {
  const { rows } = await db.pool.query(
    `insert into certificates (kind, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at)
     values ($2, $1, 'Queues', 'Queues', '{"sections":3,"exams":[{"title":"Final","percent":87.5}]}',
       '2026-01-05T10:11:12.345Z', '2026-01-05T10:11:12.345Z', '2028-01-05T10:11:12.345Z') returning id`,
    [name, kind],
  );
  return rows[0].id;
}

const text = async ({ ask }: School, path: string) => (await ask('visitor', 'GET', path)).text();
const credential = (school: School, id: string) => text(school, `/api/certificates/${id}/credential`);

/** Checks as somebody else does: with what the school publishes and a library that is not ours. */
async function verify(school: School, jwt: string) {
  const keys: JSONWebKeySet = JSON.parse(await text(school, '/.well-known/jwks.json'));
  const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), {
    issuer: DID,
    algorithms: ['EdDSA'],
    typ: 'JWT',
    currentDate: school.services.clock.now(),
  });
  return payload;
}

async function isRevoked(school: School, jwt: string): Promise<boolean> {
  const { credentialStatus } = openBadgeCredential.parse(await verify(school, jwt));
  const list = credentialStatus.statusListCredential.replace(ORIGIN, '');
  const { credentialSubject } = await verify(school, await text(school, list));
  const { encodedList } = z.object({ encodedList: z.string() }).parse(credentialSubject);
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bits).toHaveLength(16_384);
  const place = Number(credentialStatus.statusListIndex);
  return ((bits[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0;
}

test('a credential fulfils Open Badges 3.0, and its claims say the same as its body', async ({ db }) => {
  const school = await openSchool(db);
  const id = await addCertificate(db);
  const jwt = await credential(school, id);
  const payload = openBadgeCredential.parse(await verify(school, jwt));
  expect(payload).toMatchObject({
    id: `${ORIGIN}/certificates/${id}`,
    jti: `${ORIGIN}/certificates/${id}`,
    name: 'Queues',
    iss: DID,
    issuer: { id: DID, name: 'Lectern' },
    sub: payload.credentialSubject.id,
    validFrom: '2026-01-05T10:11:12Z',
    nbf: Date.parse('2026-01-05T10:11:12Z') / 1000,
    validUntil: '2028-01-05T10:11:12Z',
    exp: Date.parse('2028-01-05T10:11:12Z') / 1000,
    credentialSubject: { identifier: [{ identityHash: 'Ada' }], result: [{ value: '87' }] },
  });
  expect(await isRevoked(school, jwt)).toBe(false);
});

test('an exam has a credential of its own, with the result that was reached', async ({ db }) => {
  const school = await openSchool(db);
  const jwt = await credential(school, await addCertificate(db, 'Ada', 'exam'));
  const { credentialSubject } = openBadgeCredential.parse(await verify(school, jwt));
  expect(credentialSubject).toMatchObject({
    achievement: {
      achievementType: 'Assessment',
      description: 'Passed an exam of “Queues”.',
      criteria: { narrative: 'Passed the exam.' },
    },
    result: [{ value: '87' }],
  });
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const better = Buffer.from(body, 'base64url').toString().replace('"87"', '"97"');
  const forged = Buffer.from(better).toString('base64url');
  await expect(verify(school, `${head}.${forged}.${signature}`)).rejects.toThrow('signature');
});

test('the keys are published for JWT and for did:web, without anything private, for ten minutes', async ({
  db,
}) => {
  const school = await openSchool(db);
  const jwt = await credential(school, await addCertificate(db));
  const { kid } = decodeProtectedHeader(jwt);
  const response = await school.ask('visitor', 'GET', '/.well-known/jwks.json');
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  const { keys } = await response.json();
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid, use: 'sig', alg: 'EdDSA' },
  ]);
  const did = JSON.parse(await text(school, '/.well-known/did.json'));
  expect(did).toMatchObject({ id: DID, assertionMethod: [kid] });
  expect(did.verificationMethod[0]).toMatchObject({
    id: kid,
    controller: DID,
    publicKeyJwk: { x: keys[0].x },
  });
  const { rows } = await db.pool.query('select sealed_key, public_key from signing_keys');
  expect(JSON.stringify(rows)).not.toContain('"d"');
});

test('a credential that was tampered with is refused, whatever was changed', async ({ db }) => {
  const school = await openSchool(db);
  const jwt = await credential(school, await addCertificate(db));
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"Ada"', '"Eve"')).toString(
    'base64url',
  );
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  await expect(verify(school, `${head}.${forged}.${signature}`)).rejects.toThrow('signature');
  await expect(verify(school, `${unsigned}.${forged}.`)).rejects.toThrow();
  await expect(verify(school, `${head}.${body}.${signature.slice(2)}AA`)).rejects.toThrow();
});

test('a revoked credential is still signed, and the published list says that it counts no more', async ({
  db,
}) => {
  const school = await openSchool(db);
  const [kept, revoked] = [await addCertificate(db), await addCertificate(db)];
  const [good, bad] = [await credential(school, kept), await credential(school, revoked)];
  await school.ask('admin', 'POST', `/api/admin/certificates/${revoked}/revocation`, {
    body: { reason: 'A mistake' },
  });
  expect(await isRevoked(school, bad)).toBe(true);
  expect(await isRevoked(school, good)).toBe(false);
  expect(JSON.parse(await credential(school, revoked)).code).toBe('CERTIFICATE_CLOSED');
});

test('one that has ended is refused by its own dates', async ({ db }) => {
  const school = await openSchool(db);
  const jwt = await credential(school, await addCertificate(db));
  school.wait(800 * 24 * 3600);
  await expect(verify(school, jwt)).rejects.toThrow('"exp"');
});

test('after a rotation old credentials stay good and new ones bear the new key', async ({ db }) => {
  const school = await openSchool(db);
  const id = await addCertificate(db);
  const old = await credential(school, id);
  await rotateSigningKey(school.services, commandLineCaller, { distrust: false });
  const anew = await credential(school, id);
  expect(decodeProtectedHeader(anew).kid).not.toBe(decodeProtectedHeader(old).kid);
  await verify(school, old);
  await verify(school, anew);
  const { rows } = await db.pool.query(
    'select sealed_key is null as gone from signing_keys order by created_at, retired_at',
  );
  expect(rows).toEqual(expect.arrayContaining([{ gone: true }, { gone: false }]));
});

test('what a distrusted key signed is refused', async ({ db }) => {
  const school = await openSchool(db);
  const id = await addCertificate(db);
  const old = await credential(school, id);
  await rotateSigningKey(school.services, commandLineCaller, { distrust: true });
  await expect(verify(school, old)).rejects.toThrow('no applicable key');
  await verify(school, await credential(school, id));
});

test('a second start keeps the key; one whose secret was lost makes a new one', async ({ db }) => {
  const { services } = await openSchool(db);
  const present = async () =>
    (await db.pool.query('select kid from signing_keys where retired_at is null')).rows[0].kid;
  const first = await present();
  await ensureSigningKey(services);
  expect(await present()).toBe(first);
  await db.pool.query(
    "update signing_keys set sealed_key = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'",
  );
  await ensureSigningKey(services);
  expect(await present()).not.toBe(first);
});

test('nobody gets a credential of a certificate without a name', async ({ db }) => {
  const school = await openSchool(db);
  const id = await addCertificate(db, null);
  expect(JSON.parse(await credential(school, id)).code).toBe('CERTIFICATE_CLOSED');
});
