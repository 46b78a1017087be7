import { expect, test } from 'vitest';
import { contractRoutes } from './vite-contract-routes.ts';

test('the browser gets method and path of every procedure', () => {
  expect(contractRoutes()).toMatchObject({
    plans: { list: ['GET', '/plans'] },
    accounts: { signIn: ['POST', '/sign-in'] },
  });
});
