import { expect, test as plain } from 'vitest';
import { cookiePrefix } from '#server/areas/accounts/cookies';
import { findViewer } from '#server/areas/accounts/find-viewer';
import { signOut } from '#server/areas/accounts/sign-out';
import { verifyTwoFactor } from '#server/areas/accounts/verify-two-factor';
import { bindBrowser, unbindBrowser } from '#server/areas/sign-ins/browser';
import { enrol, enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { readSource, sourceFiles } from '#tools/source-files';

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
    ...[...first.cookies, ...enrolled, ...half.cookies, ...second, ...out.getSetCookie()],
    ...[bindBrowser(services).cookie, unbindBrowser(services)],
  ];
  expect(
    all.map((cookie) => cookie.replace(/^(.+?; )(.+)$/, (_, head, rest) => head + inOrder(rest))),
  ).toEqual(all.map(() => expect.stringMatching(GUARDED)));
  const prefix = cookiePrefix({ https: true });
  expect([...new Set(all.map(nameOf))].sort()).toEqual(
    [`${prefix}.external`, `${prefix}.session_token`, `${prefix}.two_factor`, `${prefix}_device`].sort(),
  );
});

plain('cookies are written in one place, but for the one of the sidebar, which a page writes itself', () => {
  const writers = sourceFiles().filter(
    (path) =>
      path.startsWith('src/') &&
      !path.includes('.test.') &&
      /SameSite=\w+[;$`']|Max-Age=\$|document\.cookie\s*=/i.test(readSource(path)),
  );
  expect(writers).toEqual([
    'src/server/areas/accounts/cookies.ts',
    'src/server/areas/sign-ins/browser.ts',
    'src/web/features/shell/use-sidebar.ts',
    'src/web/lib/sidebar-cookie.ts',
  ]);
});

/** The attributes as we write them, whatever order another writer has them in. */
function inOrder(attributes: string): string {
  const order = ['Max-Age', 'Path', 'HttpOnly', 'SameSite', 'Secure'];
  const place = (attribute: string) => order.indexOf(attribute.split('=')[0] ?? '');
  return attributes
    .split('; ')
    .sort((one, other) => place(one) - place(other))
    .join('; ');
}
