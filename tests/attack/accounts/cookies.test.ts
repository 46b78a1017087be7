import { expect, test as plain } from 'vitest';
import { cookiePrefix } from '#server/areas/accounts/sessions/cookies';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { signOut } from '#server/areas/accounts/sessions/sign-out';
import { verifyTwoFactor } from '#server/areas/accounts/two-factor/verify-two-factor';
import { bindBrowser, unbindBrowser } from '#server/areas/sign-ins/browser';
import { defaultPage } from '#server/areas/site/default-page';
import { enrol, enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { readSource, sourceFiles } from '#tools/source-files';
import { sidebarCookie } from '#web/lib/session/sidebar-cookie.ts';

const GUARDED = /^__Host-[^=;]+=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=(?:Lax|Strict); Secure$/;
const nameOf = (cookie: string) => cookie.split('=')[0];

test('over HTTPS every cookie of the server is Secure, HttpOnly, SameSite and bound to this host, those of the sign-in library too', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const services = { ...school.services, config: { ...school.services.config, https: true } };
  const safe = { ...school, services };
  const first = await enter(safe);
  const { backupCodes, cookies: enrolled } = await enrol(safe);
  const half = await enter(safe);
  expect(half.outcome).toEqual({ status: 'two-factor-required' });
  const exchange = { reqHeaders: new Headers({ cookie: sent(half.cookies) }), resHeaders: new Headers() };
  const code = { method: 'backup-code', code: backupCodes[0] ?? '' } as const;
  await verifyTwoFactor(services, school.as('visitor'), code, exchange);
  const second = exchange.resHeaders.getSetCookie();
  const { viewer } = await findViewer(services, sent(second));
  const out = new Headers();
  await signOut(services, { ...school.as('visitor'), viewer }, out);
  const all = [
    ...first.cookies,
    ...enrolled,
    ...half.cookies,
    ...second,
    ...out.getSetCookie(),
    bindBrowser(services).cookie,
    unbindBrowser(services),
  ];
  expect(
    all.map((cookie) => cookie.replace(/^(.+?; )(.+)$/, (_, head, rest) => head + inOrder(rest))),
  ).toEqual(all.map(() => expect.stringMatching(GUARDED)));
  const prefix = cookiePrefix({ https: true });
  expect([...new Set(all.map(nameOf))].sort()).toEqual(
    [`${prefix}.external`, `${prefix}.session_token`, `${prefix}.two_factor`, `${prefix}_device`].sort(),
  );
  const page = await cookiePage();
  expect(Object.fromEntries(namedIn(page, 'cookies we set'))).toEqual(
    longest([...all.map((cookie) => cookie.replace(/^__Host-/, '')), sidebarCookie(true)]),
  );
  expect(page).toContain('all names but <code>lectern_sidebar</code> begin with <code>__Host-</code>');
});

plain('the page about cookies names everything that is kept in the browser', async () => {
  const sources = sourceFiles().filter((path) => path.startsWith('src/web/') && !path.includes('.test.'));
  const kept = sources
    .map(readSource)
    .flatMap((source) => [
      ...[...source.matchAll(/nameFor\('([\w-]+)'|\b(?:KIND =|kind:) '([\w-]+-draft)'/g)].map(
        ([, first, second]) => `lectern.${first ?? second}`,
      ),
      ...[...source.matchAll(/= '(lectern[.-][\w-]+)\.?';/g)].map(([, name]) => name),
    ]);
  const named = namedIn(await cookiePage(), 'Other storage').map(([name]) => name);
  expect(named.sort()).toEqual([...new Set(kept)].sort());
});

plain('cookies are written in one place, but for the one of the sidebar, which a page writes itself', () => {
  const writers = sourceFiles().filter(
    (path) =>
      path.startsWith('src/') &&
      !path.includes('.test.') &&
      /SameSite=\w+[;$`']|Max-Age=\$|document\.cookie\s*=/.test(readSource(path)),
  );
  expect(writers).toEqual([
    'src/server/areas/accounts/sessions/cookies.ts',
    'src/server/areas/sign-ins/browser.ts',
    'src/web/features/shell/use-sidebar.ts',
    'src/web/lib/session/sidebar-cookie.ts',
  ]);
  const callers = sourceFiles().filter(
    (path) => path.startsWith('src/') && !path.includes('.test.') && /\bownCookie\(/.test(readSource(path)),
  );
  // A new one belongs into the first test, which compares all cookies with what the page about them says.
  expect(callers).toEqual([
    'src/server/areas/accounts/sessions/cookies.ts',
    'src/server/areas/accounts/sessions/device-cookie.ts',
    'src/server/areas/accounts/sign-in/challenge-sql.ts',
    'src/server/areas/sign-ins/browser.ts',
  ]);
});

async function cookiePage(): Promise<string> {
  const page = await defaultPage('cookies');
  return page.kind === 'html' ? page.html : '';
}

/** The names in the table under a heading, each with the first time that its row states, in seconds. */
function namedIn(page: string, heading: string): [name: string, seconds: number][] {
  const section = page.split('<h2>').find((part) => part.includes(`${heading}</h2>`)) ?? '';
  return [...section.matchAll(/<tr><td>([^<]+)<\/td>(.+)<\/tr>/g)].map(([, name = '', row = '']) => {
    const [, count, unit] = /(\d+) (days|minutes)/.exec(row) ?? [];
    return [name, Number(count) * (unit === 'days' ? 24 * 3600 : 60)];
  });
}

/** The longest time of every cookie, in seconds. */
function longest(cookies: readonly string[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const cookie of cookies) {
    const name = nameOf(cookie) ?? '';
    times[name] = Math.max(times[name] ?? 0, Number(/Max-Age=(\d+)/.exec(cookie)?.[1]));
  }
  return times;
}

/** The attributes as we write them, whatever order another writer has them in. */
function inOrder(attributes: string): string {
  const order = ['Max-Age', 'Path', 'HttpOnly', 'SameSite', 'Secure'];
  const place = (attribute: string) => order.indexOf(attribute.split('=')[0] ?? '');
  return attributes
    .split('; ')
    .sort((one, other) => place(one) - place(other))
    .join('; ');
}
