import type { Fault } from '#domain/labs/question';

const MB = 2 ** 20;

/** What a question may take; far more than a script of a lab does. Time is said with each question. */
export const LIMITS = {
  maxCallDepth: 100,
  maxExecDepth: 30,
  maxSourceDepth: 20,
  maxSubstitutionDepth: 30,
  maxCommandCount: 20_000,
  maxLoopIterations: 20_000,
  maxAwkIterations: 200_000,
  maxSedIterations: 10_000,
  maxJqIterations: 20_000,
  maxBraceExpansionResults: 10_000,
  maxGlobOperations: 50_000,
  maxTraversalEntries: 50_000,
  maxTraversalDepth: 100,
  maxTraversalWork: 50_000,
  maxArrayElements: 50_000,
  maxStringLength: MB,
  maxHeredocSize: MB,
  maxOutputSize: MB,
  maxSourceBytes: MB,
  maxInputBytes: 32 * MB,
  maxLiveBytes: 32 * MB,
  maxFileDescriptors: 256,
} as const;

/** Of all files together. */
export const FILE_BYTES = 8 * MB;

/** What the shell says when a limit is reached, and which fault that is. */
const REACHED: readonly (readonly [RegExp, Fault['name']])[] = [
  [/execution deadline|timed out/, 'Timeout'],
  [
    /too many commands executed|too many iterations|maximum iterations|work units|operations? limit/i,
    'Endless',
  ],
  [/recursion depth|nesting (?:depth|limit)|depth (?:limit )?exceeded|call stack/i, 'TooDeep'],
  [/ENOSPC|size exceeded|limit exceeded|too large|exceeds? (?:the )?(?:maximum|limit)|exceeded/i, 'TooMuch'],
];
/** What the shell ends with when a limit ends it. */
const ENDED: ReadonlySet<number> = new Set([124, 126]);

/** Which limit ended a command, if one did: by its last words, which a learner can only fake to their own harm. */
export function limitOf(exit: number, stderr: string): Fault | undefined {
  if (!ENDED.has(exit)) return undefined;
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const name = REACHED.find(([words]) => words.test(last))?.[1];
  return name === undefined ? undefined : { name, message: '' };
}

/** Without the advice for those who set the limits, or who build a shell. */
export function plainWords(stderr: string): string {
  return stderr
    .replaceAll(/, increase executionLimits\.\w+/g, '')
    .replaceAll(/: command not available in browser environments\..*/g, ': command not found');
}
