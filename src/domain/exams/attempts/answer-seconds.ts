interface First {
  readonly question: string;
  /** When it was answered for the first time. */
  readonly firstAt: Date;
}

/** How long each question took, in seconds: from the answer before it, or the start, to the first answer to it. */
export function answerSeconds(
  startedAt: Date,
  firsts: readonly First[],
): { readonly question: string; readonly seconds: number }[] {
  return firsts.map(({ firstAt, question }, at) => {
    const before = firsts[at - 1]?.firstAt ?? startedAt;
    return { question, seconds: Math.max(0, firstAt.getTime() - before.getTime()) / 1000 };
  });
}
