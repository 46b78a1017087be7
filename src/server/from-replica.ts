import type { Services } from './services.ts';

/**
 * Has a list, a report, or an export read from the replica where there is one. It sees everything that was committed before it
 * was asked for, and it may be started twice: what it writes, such as its audit row, comes after everything that it reads first.
 */
export function fromReplica<Result>(
  services: Services,
  read: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { replica } = services;
  return replica ? replica.read((db) => read({ ...services, db })) : read(services);
}
