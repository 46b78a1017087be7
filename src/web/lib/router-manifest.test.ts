import { expect, test } from 'vitest';
import { waitsForReader } from './late/late-app.ts';
import { routeIdOfFile, routerManifest, waitingManifest } from './router-manifest.ts';

test('a route file has the id that the router gives it', () => {
  expect(routeIdOfFile('__root')).toBe('__root__');
  expect(routeIdOfFile('index')).toBe('/');
  expect(routeIdOfFile('about')).toBe('/about');
  expect(routeIdOfFile('courses.index')).toBe('/courses/');
  expect(routeIdOfFile('courses/$slug')).toBe('/courses/$slug');
  expect(routeIdOfFile('admin.courses.$id')).toBe('/admin/courses/$id');
});

test('a route names its own scripts and styles, the root those of every page', () => {
  const { routes } = routerManifest({
    'src/web/entry-client.tsx': { file: 'e.js', isEntry: true, imports: ['_base.js'], css: ['e.css'] },
    '_base.js': { file: 'base.js' },
    '_card.js': { file: 'card.js', imports: ['_base.js'], css: ['card.css'] },
    'src/web/routes/about.tsx?tsr-split=component---errorComponent---notFoundComponent': {
      file: 'a.js',
      imports: ['_card.js'],
      css: ['a.css'],
    },
  });
  expect(routes.__root__).toEqual({
    preloads: ['/e.js', '/base.js'],
    css: ['/e.css'],
    scripts: [{ attrs: { type: 'module', async: true, src: '/e.js' } }],
  });
  expect(routes['/about']).toEqual({ preloads: ['/a.js', '/card.js'], css: ['/card.css', '/a.css'] });
});

test('the pages of administrators name the file of their routes, once', () => {
  const { routes } = routerManifest({
    'src/web/entry-client.tsx': { file: 'e.js', isEntry: true },
    '_admin-1.js': { file: 'late.js', name: 'admin-routes' },
    'src/web/routes/admin.index.tsx?tsr-split=component': { file: 'a.js' },
    'src/web/routes/admin.audit.tsx?tsr-split=component': { file: 'b.js', imports: ['_admin-1.js'] },
    'src/web/routes/about.tsx?tsr-split=component': { file: 'c.js' },
  });
  expect(routes['/admin/']?.preloads).toEqual(['/late.js', '/a.js']);
  expect(routes['/admin/audit']?.preloads).toEqual(['/b.js', '/late.js']);
  expect(routes['/about']?.preloads).toEqual(['/c.js']);
});

test('what the server draws of a closed course has its styles with the page', () => {
  const { routes } = routerManifest({
    'src/web/entry-client.tsx': { file: 'e.js', isEntry: true, css: ['e.css'] },
    'src/web/routes/courses.$slug.tsx?tsr-split=component': { file: 'c.js', css: ['c.css'] },
    'src/web/features/courses/locked/locked-course.tsx': { file: 'l.js', css: ['l.css', 'c.css', 'e.css'] },
  });
  expect(routes['/courses/$slug']).toEqual({ preloads: ['/c.js'], css: ['/c.css', '/l.css'] });
});

test('a page that waits names its scripts, the entry first, and fetches none', () => {
  const { routes } = waitingManifest(
    routerManifest({
      'src/web/entry-client.tsx': { file: 'e.js', isEntry: true, imports: ['_base.js'], css: ['e.css'] },
      '_base.js': { file: 'base.js' },
      'src/web/routes/about.tsx?tsr-split=component': { file: 'a.js', css: ['a.css'] },
    }),
  );
  expect(routes.__root__).toEqual({
    preloads: [],
    css: ['/e.css'],
    scripts: ['/e.js', '/base.js'].map((src) => ({ attrs: { type: 'late', src } })),
  });
  expect(routes['/about']?.scripts).toEqual([{ attrs: { type: 'late', src: '/a.js' } }]);
});

test('pages for reading wait, forms and pages of members do not', () => {
  const reading = ['/', '/courses', '/courses/sql', '/blogs/1', '/authors/ada', '/about', '/privacy/'];
  expect(reading.filter((path) => !waitsForReader(path))).toEqual([]);
  const others = ['/login', '/contact', '/pricing', '/courses/sql/learn/a', '/admin/courses', '/dashboard'];
  expect(others.filter(waitsForReader)).toEqual([]);
});
