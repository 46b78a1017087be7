const holders = new Set<() => boolean>();

/**
 * While `holds` says so the page stays where it is, also when the session ends: nobody is led away from an exam or from what
 * they typed. Answers how to let go.
 */
export function holdPage(holds: () => boolean): () => void {
  holders.add(holds);
  return () => {
    holders.delete(holds);
  };
}

export function isPageHeld(): boolean {
  return [...holders].some((holds) => holds());
}
