import { expect, test } from 'vitest';
import { type Lock, makeSbom } from './make-sbom.ts';
import { readSource } from './source-files.ts';

const lock: Lock = JSON.parse(readSource('package-lock.json'));
const sbom = makeSbom(lock);

test('every package of the lock file is in the list once, with version and address', () => {
  const refs = sbom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const locked = Object.entries(lock.packages)
    .filter(([path, { version }]) => path !== '' && version !== undefined)
    .map(
      ([path, { name, version }]) =>
        `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
    );
  const listed = sbom.components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
  );
  expect([...new Set(locked)].sort()).toEqual(listed.sort());
  for (const { purl } of sbom.components)
    expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
});

test('what one package needs is in the list as well, and the product needs what package.json names', () => {
  const refs = new Set(sbom.components.map((component) => component['bom-ref']));
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  const named: Record<string, string> = JSON.parse(readSource('package.json')).dependencies;
  const own = sbom.dependencies[0]?.dependsOn ?? [];
  for (const [name, wanted] of Object.entries(named)) {
    // An alias names the package that is installed under another name.
    const [, real = name, version = wanted] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
    expect(own).toContain(`pkg:npm/${real.replace('@', '%40')}@${version}`);
  }
});

test('packages that are downloaded carry the checksum of the lock file', () => {
  const { integrity } = lock.packages['node_modules/zod'] ?? {};
  const zod = sbom.components.find(
    ({ purl }) => purl === `pkg:npm/zod@${lock.packages['node_modules/zod']?.version}`,
  );
  expect(zod?.hashes).toEqual([
    { alg: 'SHA-512', content: Buffer.from((integrity ?? '').slice(7), 'base64').toString('hex') },
  ]);
});

test('packages are pinned exactly, and all that are installed here are checked by a checksum', () => {
  const { dependencies, devDependencies } = JSON.parse(readSource('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(?:npm:(?:@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
  const unchecked = Object.entries(lock.packages).filter(
    ([path, { integrity, optional }]) => path !== '' && !integrity && !optional,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test('the same lock file gives the same document, and production leaves tools out', () => {
  expect(makeSbom(lock)).toEqual(sbom);
  const production = makeSbom(lock, true).components;
  expect(production.some(({ name }) => name === 'knip')).toBe(false);
  expect(production.length).toBeLessThan(sbom.components.length);
});
