import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { insertSession, newSessionCookie } from '#server/areas/accounts/sessions/sessions';
import { setPasswordHash } from '#server/areas/accounts/sql';
import { sent } from '#tests/kit/accounts';
import type { World } from '../access/access-objects.ts';
import { FULFILLED } from './fulfilled-inputs.ts';

/** A change that succeeds, where a JSON body is not all of it. */
export interface FulfilledRequest {
  readonly input: Readonly<Record<string, unknown>>;
  /** A file and what goes with it: the body then, made anew for each request. */
  readonly form?: () => FormData;
  readonly cookie?: string;
}

const PASSWORD = 'a quiet sentence to remember';

/** The changes that need a file, or a cookie of ours. */
export const FULFILLED_REQUESTS: Readonly<Record<string, (world: World) => Promise<FulfilledRequest>>> = {
  'settings.uploadLogo': async () => ({ input: {}, form: withFile('logo.png', await tealPicture()) }),
  'accounts.setAvatar': async () => ({ input: {}, form: withFile('me.png', await tealPicture()) }),
  'accounts.startTwoFactor': async (world) => ({
    input: { password: PASSWORD },
    cookie: await beginSession(world),
  }),
  'accounts.confirmTwoFactor': async (world) => {
    const cookie = await beginSession(world);
    return { input: { code: (await startTwoFactor(world, cookie)).generate() }, cookie };
  },
  'accounts.stopTwoFactor': withSecondFactor,
  'accounts.renewBackupCodes': withSecondFactor,
  'accounts.proveFactor': async (world) => {
    const { backupCode, cookie } = await enableTwoFactor(world);
    return { input: { code: backupCode }, cookie };
  },
  'accounts.verifyTwoFactor': async (world) => {
    const { backupCode } = await enableTwoFactor(world);
    const body = { email: 'basic@school.test', password: PASSWORD };
    const first = await world.school.ask('visitor', 'POST', '/api/sign-in', { body });
    return { input: { method: 'backup-code', code: backupCode }, cookie: cookiesOf(first) };
  },
  'banks.checkImport': importRequest,
  'banks.import': importRequest,
  'exams.upload': async (world) => {
    const { id } = (await FULFILLED['exams.save']?.(world)) ?? {};
    const question = { id: 'q-one', kind: 'file', prompt: '?', points: 1, explanation: '', rubric: [] };
    // Versions never change, and the server keeps what it has read of them: the attempt gets one of its own.
    await world.school.services.db.pool.query(
      `with own as (insert into exam_versions (section_id, fingerprint, exam, html)
         select a.section_id, a.id::text, jsonb_set(v.exam, '{questions}', $2::jsonb), v.html
         from exam_attempts a join exam_versions v on v.id = a.version_id where a.id = $1 returning id)
       update exam_attempts set version_id = (select id from own) where id = $1`,
      [id, JSON.stringify([{ ...question, accept: ['text'], maxMegabytes: 1 }])],
    );
    return { input: { id }, form: withFile('words.txt', Buffer.from('My words'), { question: 'q-one' }) };
  },
  'media.upload': async () => {
    const drawn = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'plum' } })
      .png()
      .toBuffer();
    return { input: {}, form: withFile('plum.png', new Uint8Array(drawn), { alt: 'Plum' }) };
  },
  'signIns.finish': async ({ school }) => {
    const begun = await school.ask('visitor', 'POST', '/api/sign-in/external/fake', { body: {} });
    const state = new URL((await begun.clone().json()).url).searchParams.get('state');
    return {
      input: { provider: 'fake', query: `state=${state}&code=stranger` },
      cookie: cookiesOf(begun),
    };
  },
};

function cookiesOf({ headers }: Response): string {
  return sent(headers.getSetCookie());
}

function withFile(name: string, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  return () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new File([bytes], name));
    return form;
  };
}

async function withSecondFactor(world: World): Promise<FulfilledRequest> {
  const { backupCode, cookie } = await enableTwoFactor(world);
  return { input: { password: PASSWORD, code: backupCode }, cookie };
}

async function importRequest(world: World): Promise<FulfilledRequest> {
  const { id } = (await FULFILLED['banks.remove']?.(world)) ?? {};
  return {
    input: { id },
    form: withFile('sums.gift', Buffer.from('::Sum:: One and one? {=two ~three}'), { format: 'gift' }),
  };
}

/** A real session of the member `basic`, who has a password. */
async function beginSession({ school }: World): Promise<string> {
  const { services } = school;
  const viewer = school.people.get('basic');
  const userId = viewer?.kind === 'member' ? viewer.userId : '';
  const hash = await hashPassword(PASSWORD);
  const caller = {
    viewer: viewer ?? { kind: 'visitor' },
    ipAddress: '',
    userAgent: '',
    requestId: '',
  } as const;
  const token = await services.db.transaction(async (trx) => {
    await setPasswordHash(trx, userId, hash, services.clock.now());
    return insertSession(trx, caller, userId, { now: services.clock.now(), seconds: 3600 });
  });
  // The sign-in library reads the clock of the machine, not that of the school.
  await services.db.pool.query("update sessions set expires_at = '2999-01-01' where token = $1", [
    hashOfToken(token),
  ]);
  return sent([newSessionCookie(services, token, 3600)]);
}

async function startTwoFactor({ school }: World, cookie: string): Promise<TOTP & { backupCode?: string }> {
  const headers = { cookie };
  const body = { password: PASSWORD };
  const started = await school.ask('visitor', 'POST', '/api/account/two-factor', { body, headers });
  const { backupCodes, secret } = await started.json();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return Object.assign(totp, { backupCode: backupCodes[0] });
}

async function enableTwoFactor(world: World): Promise<{ cookie: string; backupCode: string }> {
  const cookie = await beginSession(world);
  const totp = await startTwoFactor(world, cookie);
  const confirmed = await world.school.ask('visitor', 'POST', '/api/account/two-factor/confirm', {
    body: { code: totp.generate() },
    headers: { cookie },
  });
  return { cookie: cookiesOf(confirmed), backupCode: totp.backupCode ?? '' };
}

async function tealPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } });
  return new Uint8Array(await drawn.png().toBuffer());
}
