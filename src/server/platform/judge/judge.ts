import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Extent } from '#domain/labs/referee';
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

/** Judges work: all checks, in players of their own, with `files` as they were sent. */
export interface Judge {
  readonly level: IsolationLevel;
  /** Of all runtimes together; what is kept with a run. */
  readonly runtimeHash: string;
  /** As a submission; `revealed` for the author. */
  judge(spec: LabSpec, files: LabFiles, extent?: Exclude<Extent, 'visible'>): Promise<Judgement>;
  close(): Promise<void>;
}
