let holders = 0;

/** Holds the page where it is, also when the session ends: nobody is led away from an exam. Answers how to let go. */
export function holdPage(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
  };
}

export function isPageHeld(): boolean {
  return holders > 0;
}
