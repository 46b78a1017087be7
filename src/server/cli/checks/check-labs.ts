import type { Config } from '#server/config';
import { probeIsolation } from '#server/platform/judge/isolation';
import type { IsolationLevel } from '#server/platform/judge/judge';
import { type Finding, fault, ok } from './finding.ts';

/** How strongly this machine shuts in the code that learners hand in. */
export function checkLabs(
  { dataDir, labSlots, labs }: Pick<Config, 'dataDir' | 'labSlots' | 'labs'>,
  probe: () => IsolationLevel = () => probeIsolation([dataDir]).level,
): Finding {
  if (labs !== 'on') return ok(`labs: ${labs}, no code of learners runs on this machine`);
  if (labSlots === 0) return ok('labs: judged by other machines, no code of learners runs on this one');
  const level = probe();
  const what = `labs: isolation level ${level}, ${labSlots} at a time`;
  if (level !== 'C') return ok(what);
  return fault(
    what,
    'this machine allows no namespaces, so code that broke out of its sandbox could reach the network: allow unshare and setpriv (util-linux), or set LABS=browser-only',
  );
}
