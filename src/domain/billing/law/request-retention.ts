/**
 * How long it is kept who sent a withdrawal or cancellation without signing in, in days after it was settled: three years,
 * the usual time in which claims from a contract can be made (§ 195 BGB), and one, because it often runs from the end of
 * the year (§ 199 BGB).
 */
export const REQUEST_RETENTION_DAYS = 4 * 365;
