import { afterAll, expect, test } from 'vitest';
import { RUNNERS } from '#domain/labs/runners';
import { proveLab } from '#server/areas/courses/labs/prove-lab';
import { readLabSource } from '#server/areas/courses/labs/read-lab-source';
import { openJudge } from '#server/platform/judge/open-judge';
import { starterOf } from '#web/features/labs/author/templates.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

test.each(RUNNERS)(
  'what an author of a lab in %s begins with can be published',
  async (runner) => {
    expect(await proveLab(judge, readLabSource(starterOf(runner)))).toEqual([]);
  },
  60_000,
);
