import { cut } from '#domain/cut';
import { ExpressionFault, FUNCTIONS, type Node, type Operator } from './expression.ts';

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?)|([a-z][a-z0-9_]*)|([-+*/%^(),]))/iy;
const MAX_CHARACTERS = 300;
const MAX_DEPTH = 40;

/** Reads a small arithmetic language: numbers, names, + - * / % ^, brackets and a few functions. Throws ExpressionFault. */
export function parseExpression(text: string): Node {
  if (text.length > MAX_CHARACTERS) throw new ExpressionFault({ code: 'too-long', most: MAX_CHARACTERS });
  const tokens = tokensOf(text.replace(/\{([a-z][a-z0-9_]*)\}/gi, ' $1 '));
  const reader = new Reader(tokens);
  const node = reader.sum(0);
  reader.end();
  return node;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new ExpressionFault({ code: 'unreadable', text: cut(text.slice(from).trim(), 20) });
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

/** One method for each strength of binding, weakest first. */
class Reader {
  private at = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  sum(depth: number): Node {
    if (depth > MAX_DEPTH) throw new ExpressionFault({ code: 'too-deep' });
    return this.chain(['+', '-'], () => this.product(depth + 1));
  }

  end(): void {
    const token = this.tokens[this.at];
    if (token !== undefined) throw new ExpressionFault({ code: 'unexpected', token });
  }

  private product(depth: number): Node {
    return this.chain(['*', '/', '%'], () => this.signed(depth + 1));
  }

  private chain(operators: readonly Operator[], next: () => Node): Node {
    let left = next();
    for (let operator = this.take(operators); operator; operator = this.take(operators))
      left = { kind: 'operation', operator, left, right: next() };
    return left;
  }

  private signed(depth: number): Node {
    if (depth > MAX_DEPTH) throw new ExpressionFault({ code: 'too-deep' });
    const sign = this.take(['-', '+']);
    if (!sign) return this.power(depth + 1);
    const inner = this.signed(depth + 1);
    return sign === '+'
      ? inner
      : { kind: 'operation', operator: '-', left: { kind: 'number', value: 0 }, right: inner };
  }

  private power(depth: number): Node {
    const base = this.atom(depth);
    return this.take(['^'])
      ? { kind: 'operation', operator: '^', left: base, right: this.signed(depth + 1) }
      : base;
  }

  private atom(depth: number): Node {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token === undefined) throw new ExpressionFault({ code: 'incomplete' });
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (token === '(') {
      const inner = this.sum(depth + 1);
      this.expect(')');
      return inner;
    }
    if (!/^[a-z]/i.test(token)) throw new ExpressionFault({ code: 'unexpected', token });
    return this.tokens[this.at] === '(' ? this.call(token, depth) : { kind: 'name', name: token };
  }

  private call(name: string, depth: number): Node {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!known) throw new ExpressionFault({ code: 'unknown-function', name });
    this.expect('(');
    const inputs = [this.sum(depth + 1)];
    while (this.tokens[this.at] === ',') {
      this.at += 1;
      inputs.push(this.sum(depth + 1));
    }
    this.expect(')');
    const { least, most } = known;
    if (inputs.length < least || inputs.length > most)
      throw new ExpressionFault({ code: 'wrong-count', name, given: inputs.length, least, most });
    return { kind: 'call', name, inputs };
  }

  private take<Wanted extends string>(wanted: readonly Wanted[]): Wanted | undefined {
    const found = wanted.find((one) => one === this.tokens[this.at]);
    if (found) this.at += 1;
    return found;
  }

  private expect(token: string): void {
    if (this.tokens[this.at] !== token) throw new ExpressionFault({ code: 'missing', token });
    this.at += 1;
  }
}
