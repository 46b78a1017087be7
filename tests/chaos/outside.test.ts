import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signInCandidates } from '../durability/candidates.ts';
import { type Installation, startInstallation } from './kit/installation.ts';
import { type Fault, surviveFault } from './kit/strike.ts';

const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

async function originOf(school: Installation): Promise<string> {
  const [, port] = (await school.webs[0]?.says(/Lectern is ready: http:\/\/localhost:(\d+)/)) ?? [];
  return `http://127.0.0.1:${port}`;
}

interface Uploaded {
  readonly status: number;
  readonly code: string | undefined;
  readonly ms: number;
  /** Where the picture is. */
  readonly avatar: string;
}

/** Changes a picture. */
async function upload(school: Installation, cookie: string): Promise<Uploaded> {
  const origin = await originOf(school);
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }));
  const began = Date.now();
  const reply = await fetch(`${origin}/api/account/avatar`, {
    method: 'PUT',
    body: form,
    headers: { cookie, origin },
  });
  const { avatar = '', code } = (await reply.json()) as { code?: string; avatar?: string };
  return { status: reply.status, code, ms: Date.now() - began, avatar };
}

async function signInPainter(school: Installation): Promise<string> {
  const client = await school.client();
  const [cookie = ''] = await signInCandidates(client, school.dataDir, 1, 'painter');
  await client.end();
  return cookie;
}

test.each([
  ['hang', 12_000],
  ['refuse', 7000],
  ['drop', 7000],
] as const)(
  'an object store that goes wrong (%s) holds up nobody but who sends a file',
  async (mood, holdMs) => {
    const school = await startInstallation();
    const cookie = await signInPainter(school);
    expect((await upload(school, cookie)).status).toBe(200);
    const kept = new Set(school.store.files.keys());
    const during: Promise<Uploaded>[] = [];
    await surviveFault(school, {
      name: `object store: ${mood}`,
      holdMs,
      strike: ({ store }) => {
        store.be(mood);
        during.push(upload(school, cookie));
      },
      repair: ({ store }) => store.be('answer'),
    });
    const [refused] = await Promise.all(during);
    process.stdout.write(`   a picture meanwhile: ${refused?.status} ${refused?.code} ${refused?.ms} ms\n`);
    expect(refused).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect((await upload(school, cookie)).status).toBe(200);
    expect(school.store.files.size).toBeGreaterThanOrEqual(kept.size);
  },
);

/** Half of what the slow store takes for one reply: whoever waits for it takes longer. */
const QUICK_MS = 1000;

test('an object store that takes 2 s for each reply: pictures are kept and shown, and nobody else waits', async () => {
  const school = await startInstallation();
  const cookie = await signInPainter(school);
  const shown: Promise<[Uploaded, number, number]>[] = [];
  const paint = async (): Promise<[Uploaded, number, number]> => {
    const uploaded = await upload(school, cookie);
    const picture = await fetch(`${await originOf(school)}${uploaded.avatar}`);
    return [uploaded, picture.status, (await picture.bytes()).length];
  };
  const { median } = await surviveFault(school, {
    name: 'object store: 2 s late',
    holdMs: 10_000,
    strike: ({ store }) => {
      store.be('slow');
      shown.push(paint());
    },
    repair: ({ store }) => store.be('answer'),
  });
  const [[uploaded, status, bytes] = []] = await Promise.all(shown);
  process.stdout.write(`   a picture meanwhile: ${uploaded?.status} ${uploaded?.ms} ms, shown: ${status}\n`);
  expect([uploaded?.status, status]).toEqual([200, 200]);
  expect(bytes).toBeGreaterThan(0);
  expect(uploaded?.ms).toBeGreaterThan(QUICK_MS);
  expect(median).toBeLessThan(QUICK_MS);
});

let cutOff = 0;

const MAIL_FAULTS: readonly Fault[] = [
  {
    name: 'mail server hangs for 8 s',
    holdMs: 8000,
    strike: ({ mailLine }) => mailLine.freeze(),
    repair: ({ mailLine }) => mailLine.repair(),
  },
  {
    name: 'mail server is away for 8 s',
    holdMs: 8000,
    strike: ({ mailLine }) => {
      cutOff = mailLine.cut();
    },
    // At most one on each connection: it was taken, and the reply to it was cut off.
    unheard: () => cutOff,
    repair: ({ mailLine }) => mailLine.repair(),
  },
  {
    name: 'every reply of the mail server a second late',
    holdMs: 8000,
    strike: ({ mailLine }) => mailLine.slow(1000),
    repair: ({ mailLine }) => mailLine.repair(),
  },
];

test.each(MAIL_FAULTS)('$name: nobody waits for it, and every email leaves once', async (fault) => {
  await surviveFault(await startInstallation(), fault);
});
