import { beforeAll, expect, test as plain } from 'vitest';
import { ownPath } from '#domain/accounts/own-path';
import { test } from '#tests/kit/database';
import { openWebApp } from '../content/drawn-pages.ts';
import { openSchool } from '../kit/school.ts';

const AWAY = [
  'https://evil.test/',
  '//evil.test/',
  '///evil.test/',
  '/\\evil.test/',
  '\\\\evil.test/',
  '/\t/evil.test/',
  '/\n/evil.test/',
  '/%09/evil.test',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'http:evil.test',
  '/..//evil.test/',
  '/.//evil.test',
  '@evil.test',
  ' https://evil.test',
  '/courses@evil.test/../..//evil.test',
];

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

plain('after a sign-in nobody is led away from this site', () => {
  for (const away of AWAY) {
    const target = new URL(ownPath(away), 'https://school.test/login');
    expect(target.origin, JSON.stringify(away)).toBe('https://school.test');
  }
});

test('no page sends a reader elsewhere, whatever its address asks for', async ({ db }) => {
  const school = await openSchool(db, { web });
  for (const who of ['visitor', 'free'] as const)
    for (const away of AWAY)
      for (const path of [
        '/login',
        '/register',
        '/dashboard',
        '/',
        '/unsubscribe/x',
        `/${away}`,
        `/courses/${away}`,
      ]) {
        const names = ['redirect', 'next', 'url', 'return_to', 'continue'];
        const query = new URLSearchParams(names.map((name) => [name, away]));
        const response = await school.ask(who, 'GET', `${path}?${query}`);
        await response.arrayBuffer();
        const location = response.headers.get('location');
        if (location === null) continue;
        expect(new URL(location, 'http://localhost:3000').origin, `${path} ${away}`).toBe(
          'http://localhost:3000',
        );
      }
});
