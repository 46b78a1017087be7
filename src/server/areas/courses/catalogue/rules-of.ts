/** When a section opens, whether it counts and who may read it, as a file says it: only what is not said by default. */
export function rulesOf(section: {
  readonly required: boolean;
  readonly sample: boolean;
  readonly opens_at: Date | null;
  readonly opens_after_days: number | null;
}): object {
  const { opens_after_days, opens_at, required, sample } = section;
  return {
    ...(!required && { required }),
    ...(sample && { sample }),
    ...(opens_at && { opens_at: opens_at.toISOString() }),
    ...(opens_after_days !== null && { opens_after_days }),
  };
}
