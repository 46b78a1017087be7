/** The same day so many months later, in UTC; the last day of the month where there is no such day. */
export function expiryDate(issuedAt: Date, months: number | null): Date | null {
  if (months === null) return null;
  const end = new Date(issuedAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  // 31 August and six months is not 3 March.
  if (end.getUTCDate() !== issuedAt.getUTCDate()) end.setUTCDate(0);
  return end;
}
