import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';

/** What one judgement came to. */
export interface Judgement {
  /** Null: it could not be judged, which is never "failed". */
  readonly verdict: Verdict | null;
  /** Why not, for the log. */
  readonly reason?: string;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** How strongly players are shut in on this machine: A and B without network, C by rights and limits alone. */
export type IsolationLevel = 'A' | 'B' | 'C';

/** Judges what a learner handed in: all checks, in players of their own, with `files` as they were sent. */
export interface Judge {
  readonly level: IsolationLevel;
  /** Of all runtimes together; what is kept with a run. */
  readonly runtimeHash: string;
  judge(spec: LabSpec, files: LabFiles): Promise<Judgement>;
  close(): Promise<void>;
}
