import { bareImplementer, type Implementer } from '#server/implementer';
export function createImplementer(): Implementer {
  return bareImplementer.use(async ({ next }) => next());
}
