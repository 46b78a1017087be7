/** What work comes to; done again when `round`, what it depends on, has changed before it was done. */
export async function upToDate<Result>(work: () => Promise<Result>, round: () => number): Promise<Result> {
  for (;;) {
    const started = round();
    const result = await work();
    if (round() === started) return result;
  }
}
