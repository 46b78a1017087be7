import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long: proofs, and what starts servers, browsers or judges, or fills a whole school. */
const LONG = /process\.env\.PROVE|startScript|startSchool|openLabFrames|openJudge|openWebApp|fillSchool/;

/** Begins with the files that take minutes: one of them begun last would be waited for alone. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(readFileSync(moduleId, 'utf8'));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
