/**
 * Writes what Lectern is made of as a CycloneDX 1.6 document, from package-lock.json alone: every package once, with
 * version, licence, checksum and what it needs. Usage: node tools/make-sbom.ts FILE [--production]
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface Lock {
  readonly name: string;
  readonly version?: string;
  readonly packages: Readonly<Record<string, Locked>>;
}

export interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'required' | 'optional' | 'excluded';
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

export function makeSbom(lock: Lock, production = false) {
  const known = new Map<string, Component>();
  const needs = new Map<string, Set<string>>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.version === undefined || (production && entry.dev)) continue;
    const component = toComponent(entry.name ?? nameOf(path), entry.version, entry);
    known.set(component['bom-ref'], component);
    const own = needs.get(component['bom-ref']) ?? new Set<string>();
    needs.set(component['bom-ref'], own);
    for (const ref of neededBy(lock, path, entry)) own.add(ref);
  }
  const components = [...known.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const root = purlOf(lock.name, lock.version ?? '0.0.0');
  const dependencies = components.map(({ 'bom-ref': ref }) => ({
    ref,
    dependsOn: [...(needs.get(ref) ?? [])].filter((other) => known.has(other)).sort(),
  }));
  const direct = neededBy(lock, '', lock.packages[''] ?? {}).filter((ref) => known.has(ref));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify(components)),
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: lock.name,
        version: lock.version ?? '0.0.0',
        purl: root,
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: direct.sort() }, ...dependencies],
  };
}

function toComponent(full: string, version: string, entry: Locked): Component {
  const purl = purlOf(full, version);
  const [, group, name = full] = /^(@[^/]+)\/(.+)$/.exec(full) ?? [];
  const [algorithm, digest] = entry.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    ...(group !== undefined && { group }),
    version,
    purl,
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    licenses: entry.license ? [{ expression: entry.license }] : [],
    hashes:
      algorithm && digest
        ? [
            {
              alg: algorithm.replace('sha', 'SHA-').toUpperCase(),
              content: Buffer.from(digest, 'base64').toString('hex'),
            },
          ]
        : [],
  };
}

/** The packages that one really gets for what it asks: from its own folder, or the next one above. */
function neededBy(
  lock: Lock,
  path: string,
  { dependencies = {}, optionalDependencies = {} }: Locked,
): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const found = lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
      if (found?.version !== undefined) return [purlOf(found.name ?? name, found.version)];
      if (folder === '') return [];
    }
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The same parts always give the same number. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (file === undefined) throw new Error('Usage: node tools/make-sbom.ts FILE [--production]');
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock;
  const sbom = makeSbom(lock, process.argv.includes('--production'));
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${sbom.components.length} packages written to ${file}`);
}
