import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with the files whose long form takes minutes: one of them begun last would be waited for alone. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').includes('process.env.PROVE');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
