import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signInCandidates } from '../durability/candidates.ts';
import { type Installation, startInstallation } from './kit/installation.ts';
import { type Fault, surviveFault } from './kit/strike.ts';

const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** Changes a picture; answers the status, the code, and after how many ms. */
async function upload(school: Installation, cookie: string): Promise<[number, string, number]> {
  const [, port] = (await school.webs[0]?.says(/Lectern is ready: http:\/\/localhost:(\d+)/)) ?? [];
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }));
  const began = Date.now();
  const reply = await fetch(`http://127.0.0.1:${port}/api/account/avatar`, {
    method: 'PUT',
    body: form,
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
  });
  const body = (await reply.json()) as { code?: string };
  return [reply.status, body.code ?? '', Date.now() - began];
}

test.each([
  ['hang', 12_000],
  ['refuse', 7000],
  ['drop', 7000],
] as const)(
  'an object store that goes wrong (%s) holds up nobody but who sends a file',
  async (mood, holdMs) => {
    const school = await startInstallation();
    const client = await school.client();
    const [cookie = ''] = await signInCandidates(client, school.dataDir, 1, 'painter');
    await client.end();
    expect((await upload(school, cookie))[0]).toBe(200);
    const kept = new Set(school.store.files.keys());
    const during: Promise<[number, string, number]>[] = [];
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
    process.stdout.write(`   a picture meanwhile: ${refused?.join(' ')} ms\n`);
    expect(refused?.slice(0, 2)).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect((await upload(school, cookie))[0]).toBe(200);
    expect(school.store.files.size).toBeGreaterThanOrEqual(kept.size);
  },
);

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
