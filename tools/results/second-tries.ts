import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed only at the second try. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('passed'))
        if (test.diagnostic()?.flaky)
          console.log(`passed only at the second try: ${relative('.', module.moduleId)} › ${test.fullName}`);
    }
  }
}
