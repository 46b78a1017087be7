/** How many minutes are left until a failed call can succeed; null where the server did not name a time. */
export function retryMinutes(error: unknown): number | null {
  const { data } = (error ?? {}) as { data?: { retryAfter?: unknown } | null };
  const seconds = Number(data?.retryAfter);
  return seconds > 0 ? Math.ceil(seconds / 60) : null;
}
