import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { Route as AdminRoute } from '#web/routes/admin.$.tsx';
import { addLateRoutes, isLatePath } from './late-routes.ts';

/** A router that begins without its page /admin/users, at an address; `loads` counts how often the rest was asked for. */
function routerAt(address: string) {
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: '/' });
  const users = createRoute({ getParentRoute: () => root, path: '/admin/users' });
  const late = AdminRoute.update({ id: '/admin/$', path: '/admin/$', getParentRoute: () => root } as never);
  const loads = { count: 0 };
  const load = async () => {
    loads.count += 1;
    root.addChildren([home, users]);
  };
  const router = createRouter({
    routeTree: root.addChildren([home, late]),
    history: createMemoryHistory({ initialEntries: [address] }),
    isServer: false,
    origin: 'http://localhost',
    context: { addLateRoutes: () => addLateRoutes(router, load) },
  });
  return { router, loads };
}

test('the pages of administrators are brought when the first of them is asked for, at its whole address', async () => {
  const { router, loads } = routerAt('/');
  await router.load();
  expect(loads.count).toBe(0);
  await router.navigate({ href: '/admin/users?page=2#third' });
  expect(router.state.matches.at(-1)?.routeId).toBe('/admin/users');
  expect(router.state.location.href).toBe('/admin/users?page=2#third');
  await router.navigate({ href: '/' });
  await router.navigate({ href: '/admin/users' });
  expect(loads.count).toBe(1);
});

test('an address that no administrator knows either is not found', async () => {
  const { router } = routerAt('/admin/nothing');
  await router.load();
  expect(router.state.matches.map(({ routeId }) => routeId)).toEqual(['__root__']);
});

test('only addresses below /admin are late', () => {
  expect(['/admin', '/admin/', '/admin/users'].every(isLatePath)).toBe(true);
  expect(['/', '/administration', '/courses/admin'].some(isLatePath)).toBe(false);
});
