type State = 'collapsing' | 'commit' | 'padding' | 'post-merge' | 'skip';

/** The lines beside a log, as Git's `graph.c` draws them: for merges of two. */
export class Graph {
  #commit = '';
  #parents: readonly string[] = [];
  #columns: string[] = [];
  #next: string[] = [];
  #mapping: number[] = [];
  #oldMapping: number[] = [];
  #width = 0;
  #index = 0;
  #previousIndex = 0;
  #layout = -1;
  #edges = 0;
  #previousEdges = 0;
  #state: State = 'padding';
  #previousState: State = 'padding';

  /** Begins the next commit; `parents` are those that will be shown, too. */
  begin(commit: string, parents: readonly string[]): void {
    this.#commit = commit;
    this.#parents = parents;
    this.#previousIndex = this.#index;
    this.#updateColumns();
    this.#state = this.#state === 'padding' ? 'commit' : 'skip';
  }

  get isFinished(): boolean {
    return this.#state === 'padding';
  }

  /** Lines up to that of the commit itself, which is the last. */
  untilCommit(): string[] {
    const lines: string[] = [];
    for (let isCommit = false; !isCommit; ) {
      isCommit = this.#state === 'commit';
      lines.push(this.line());
    }
    return lines;
  }

  /** What is left to draw before the next commit. */
  remainder(): string[] {
    const lines: string[] = [];
    while (!this.isFinished) lines.push(this.line());
    return lines;
  }

  /** A line between two commits. */
  padding(): string {
    if (this.#state !== 'commit') return this.line();
    this.#previousState = 'padding';
    return this.#padded(this.#columns.map(() => '| ').join(''));
  }

  line(): string {
    switch (this.#state) {
      case 'padding':
        return this.#padded(this.#next.map(() => '| ').join(''));
      case 'skip':
        this.#enter('commit');
        return this.#padded('...');
      case 'commit':
        return this.#padded(this.#commitLine());
      case 'post-merge':
        return this.#padded(this.#mergeLine());
      default:
        return this.#padded(this.#collapsingLine());
    }
  }

  #enter(state: State): void {
    this.#previousState = this.#state;
    this.#state = state;
  }

  #padded(line: string): string {
    return line.padEnd(this.#width);
  }

  #updateColumns(): void {
    this.#columns = this.#next;
    this.#next = [];
    const most = 2 * (this.#columns.length + this.#parents.length);
    this.#mapping = new Array<number>(most).fill(-1);
    this.#width = 0;
    this.#previousEdges = this.#edges;
    this.#edges = 0;
    for (const [at, column] of this.#withCommit().entries()) {
      if (column !== this.#commit) this.#insert(column, -1);
      else {
        this.#index = at;
        this.#layout = -1;
        for (const parent of this.#parents) this.#insert(parent, at);
        if (this.#parents.length === 0) this.#width += 2;
      }
    }
    while (this.#mapping.length > 1 && (this.#mapping.at(-1) ?? -1) < 0) this.#mapping.pop();
  }

  /** The columns, with that of the commit, which may be new. */
  #withCommit(): string[] {
    return this.#columns.includes(this.#commit) ? this.#columns : [...this.#columns, this.#commit];
  }

  #insert(commit: string, index: number): void {
    let at = this.#next.indexOf(commit);
    if (at < 0) at = this.#next.push(commit) - 1;
    let place = this.#width;
    if (this.#parents.length > 1 && index > -1 && this.#layout === -1) {
      const distance = index - at;
      const shift = distance > 1 ? 2 * distance - 3 : 1;
      this.#layout = distance > 0 ? 0 : 1;
      this.#edges = this.#parents.length + this.#layout - 2;
      place = this.#width + (this.#layout - 1) * shift;
      this.#width += 2 * this.#layout;
    } else if (this.#edges > 0 && at === this.#mapping[this.#width - 2]) {
      place = this.#width - 2;
      this.#edges = -1;
    } else this.#width += 2;
    this.#mapping[place] = at;
  }

  #isSettled(): boolean {
    return this.#mapping.every((target, at) => target < 0 || target === Math.floor(at / 2));
  }

  #commitLine(): string {
    let line = '';
    let isPast = false;
    for (const [at, column] of this.#withCommit().entries()) {
      if (column === this.#commit) {
        isPast = true;
        line += '* ';
      } else line += `${this.#besideCommit(at, isPast)} `;
    }
    if (this.#parents.length > 1) this.#enter('post-merge');
    else this.#enter(this.#isSettled() ? 'padding' : 'collapsing');
    return line;
  }

  #besideCommit(at: number, isPast: boolean): string {
    if (isPast && this.#edges > 1) return '\\';
    if (isPast && this.#edges === 1) {
      const isLeaning =
        this.#previousState === 'post-merge' && this.#previousEdges > 0 && this.#previousIndex < at;
      return isLeaning ? '\\' : '|';
    }
    const isClosing =
      this.#previousState === 'collapsing' &&
      this.#oldMapping[2 * at + 1] === at &&
      (this.#mapping[2 * at] ?? -1) < at;
    return isClosing ? '/' : '|';
  }

  #mergeLine(): string {
    const [first] = this.#parents;
    let line = '';
    let isPast = false;
    let isAcross = false;
    for (const [at, column] of this.#withCommit().entries()) {
      if (column === this.#commit) {
        isPast = true;
        line += this.#mergeEdges();
      } else if (isPast) line += this.#edges > 0 ? '\\ ' : '| ';
      else {
        line += '|';
        if (this.#layout !== 0 || at !== this.#index - 1) line += isAcross ? '_' : ' ';
      }
      if (column === first) isAcross = true;
    }
    this.#enter(this.#isSettled() ? 'padding' : 'collapsing');
    return line;
  }

  #mergeEdges(): string {
    let line = '';
    let shape = this.#layout;
    for (const at of this.#parents.keys()) {
      line += '/|\\'.charAt(shape);
      if (shape < 2) shape += 1;
      else if (this.#edges > 0 || at < this.#parents.length - 1) line += ' ';
    }
    return this.#edges === 0 ? `${line} ` : line;
  }

  #collapsingLine(): string {
    const before = this.#mapping;
    const after = new Array<number>(before.length).fill(-1);
    let edge = -1;
    let edgeTarget = -1;
    const choose = (at: number, target: number, place: number) => {
      if (edge !== -1) return;
      edge = place;
      edgeTarget = target;
      for (let between = target * 2 + 3; between < at - 2; between += 2) after[between] = target;
    };
    for (const [at, target] of before.entries()) {
      if (target < 0) continue;
      if (target * 2 === at) after[at] = target;
      else if ((after[at - 1] ?? -1) < 0) {
        after[at - 1] = target;
        choose(at, target, at);
      } else if (after[at - 1] !== target) {
        after[at - 2] = target;
        choose(at, target, at - 1);
      }
    }
    this.#oldMapping = [...after];
    if ((after.at(-1) ?? -1) < 0) after.pop();
    this.#mapping = after;
    const line = this.#edgesLine(edge, edgeTarget);
    if (this.#isSettled()) this.#enter('padding');
    return line;
  }

  #edgesLine(edge: number, edgeTarget: number): string {
    let isHorizontal = false;
    let line = '';
    for (const [at, target] of [...this.#mapping].entries()) {
      if (target < 0) line += ' ';
      else if (target * 2 === at) line += '|';
      else if (target === edgeTarget && at !== edge - 1) {
        if (at !== target * 2 + 3) this.#mapping[at] = -1;
        isHorizontal = true;
        line += '_';
      } else {
        if (isHorizontal && at < edge) this.#mapping[at] = -1;
        line += '/';
      }
    }
    return line;
  }
}
