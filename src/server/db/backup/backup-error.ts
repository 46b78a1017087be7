/** A backup cannot be made or used, in a sentence for the person at the command line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The sentence of any error; one that only collects others says what the first of them says. */
export function sentenceOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}
