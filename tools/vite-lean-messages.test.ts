import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractRoutes } from './vite-contract-routes.ts';
import { leanMessage } from './vite-lean-messages.ts';

const compiled = join(import.meta.dirname, '..', 'src', 'messages', 'messages');

test('every compiled message loses its choice of language and keeps its name', () => {
  const files = readdirSync(compiled).filter((name) => name.endsWith('.js') && !name.startsWith('_'));
  expect(files.length).toBeGreaterThan(50);
  for (const name of files) {
    const lean = leanMessage(readFileSync(join(compiled, name), 'utf8'));
    expect(lean, name).not.toBeNull();
    expect(lean).not.toContain("from '../runtime.js'");
  }
});

test('the browser gets method and path of every procedure', () => {
  expect(contractRoutes()).toMatchObject({
    plans: { list: ['GET', '/plans'] },
    accounts: { signIn: ['POST', '/sign-in'] },
  });
});
