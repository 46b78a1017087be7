/** Ends a command with words and an exit code. */
export class Ended extends Error {
  readonly said: string;
  readonly exit: number;
  /** What goes to the output all the same. */
  readonly out: string;
  constructor(said: string, exit = 1, out = '') {
    super(said);
    this.said = said;
    this.exit = exit;
    this.out = out;
  }
}

export function fatal(words: string): Ended {
  return new Ended(`fatal: ${words}\n`, 128);
}

/** What real Git has and this one doesn't. */
export function notHere(what: string): Ended {
  return new Ended(`git: ${what} is not available here\n`, 129);
}
