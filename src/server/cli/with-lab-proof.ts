import { type LabProof, openProof } from '#server/areas/courses/labs/prove-lab';
import type { Config } from '#server/config';
import type { Judge } from '#server/platform/judge/judge';
import { openJudge } from '#server/platform/judge/open-judge';

/** Works with a proof of labs that opens a judge when the first one is proven; without one where no code may run here. */
export async function withLabProof<Result>(
  { dataDir, labs }: Pick<Config, 'dataDir' | 'labs'>,
  work: (proof: LabProof | undefined) => Promise<Result>,
): Promise<Result> {
  if (labs !== 'on') return work(undefined);
  let judge: Judge | undefined;
  const proof = openProof({
    judge: (...run) => {
      judge ??= openJudge({ hide: [dataDir] });
      return judge.judge(...run);
    },
  });
  try {
    return await work(proof);
  } finally {
    await judge?.close();
  }
}
