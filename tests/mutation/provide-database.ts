import type { TestProject } from 'vitest/node';
import type { TestServer } from '#tests/kit/global-setup';

/** The server that tools/mutate.ts has started: one for all mutants, instead of one for each. */
export default function provideDatabase(project: TestProject): void {
  const server: TestServer = JSON.parse(process.env.MUTATION_DATABASE ?? '{}');
  project.provide('database', server);
}
