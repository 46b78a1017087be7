import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseConfig } from '#server/config';
import { readSource, repositoryFiles, root } from './source-files.ts';

const files = repositoryFiles().filter((path) => path.startsWith('ops/'));
const endingWith = (...endings: string[]) =>
  files.filter((path) => endings.some((ending) => path.endsWith(ending)));

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly terminationGracePeriodSeconds?: number;
  readonly enableServiceLinks?: boolean;
  readonly containers: readonly Container[];
}
interface Container {
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
const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
const drain = Number(settings.DRAIN_SECONDS) + Number(settings.DRAIN_TIMEOUT_SECONDS);

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
  const judge = podOf('lectern-judge').containers.flatMap(({ env }) => env ?? []);
  const variables = Object.fromEntries(judge.map(({ name, value }) => [name, value]));
  expect(parseConfig(variables)).toMatchObject({ labs: 'on', labSlots: 2 });
  // Kubernetes would add LECTERN_SERVICE_HOST, which no Lectern starts with.
  expect(() => parseConfig({ LECTERN_SERVICE_HOST: '10.0.0.1' })).toThrow("isn't a Lectern setting");
  for (const name of ['lectern', 'lectern-judge']) expect(podOf(name).enableServiceLinks).toBe(false);
});

test('a process has longer to end than it takes, and the load balancer less than the drain to notice', () => {
  const { containers, terminationGracePeriodSeconds } = podOf('lectern');
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 10);
  const readiness = containers[0]?.readinessProbe;
  if (!readiness) throw new Error('there is no readiness probe');
  expect(readiness.httpGet.path).toBe('/readyz');
  expect(readiness.periodSeconds * readiness.failureThreshold).toBeLessThan(Number(settings.DRAIN_SECONDS));
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(readSource('ops/systemd/lectern.service'))?.[1];
  expect(Number(unit)).toBeGreaterThanOrEqual(drain + 10);
});

test('no proxy passes on metrics, or what a client says about its address and request', () => {
  const [caddy, nginx] = ['ops/caddy/Caddyfile', 'ops/nginx/lectern.conf'].map(readSource);
  expect(caddy).toMatch(/@internal path \/metrics\n\s*respond @internal 404/);
  expect(nginx).toMatch(/location = \/metrics \{\n\s*return 404;/);
  expect(caddy).toContain('header_up X-Request-ID {http.request.uuid}');
  expect(nginx).toContain('proxy_set_header X-Request-ID $request_id;');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});
