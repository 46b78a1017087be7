import ts from 'typescript-js';

/** Stands for a parameter until the statement is complete; the database numbers them from one. */
const PARAMETER = '\u0000';
const MAX_DEPTH = 40;

/** A piece that the code puts together only when it runs, so that nobody can say what it will be. */
export class Unreadable extends Error {}

/** What parameters of the functions on the way stand for. */
type Bound = ReadonlyMap<ts.Node, Piece>;
interface Piece {
  readonly node: ts.Expression;
  readonly bound: Bound;
}

export interface ReadText {
  readonly checker: ts.TypeChecker;
  /** Which side of every condition to take: a statement that varies is read twice. */
  readonly side: 'whenTrue' | 'whenFalse';
}

/** The text of a statement as the database gets it, read from the code that writes it. */
export function statementText(node: ts.Expression, options: ReadText): string {
  const text = new StatementReader(options).text({ node, bound: new Map() }, 0);
  const [first = '', ...others] = text.split(PARAMETER);
  return first + others.map((part, index) => `$${index + 1}${part}`).join('');
}

class StatementReader {
  readonly #checker: ts.TypeChecker;
  readonly #side: ReadText['side'];

  constructor({ checker, side }: ReadText) {
    this.#checker = checker;
    this.#side = side;
  }

  /** An expression whose value becomes part of the text: a string, or a fragment. */
  text(piece: Piece, depth: number): string {
    if (depth > MAX_DEPTH) throw new Unreadable('too deep');
    const node = unwrapped(piece.node);
    const at = (inner: ts.Expression) => this.text({ ...piece, node: inner }, depth + 1);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return (
        node.head.text + node.templateSpans.map((span) => at(span.expression) + span.literal.text).join('')
      );
    if (ts.isTaggedTemplateExpression(node)) return this.#fragment({ ...piece, node }, depth);
    if (ts.isConditionalExpression(node)) return at(node[this.#side]);
    if (ts.isBinaryExpression(node)) return this.#binary(node, at);
    if (ts.isCallExpression(node)) return this.#call({ ...piece, node }, depth);
    const value = this.#value({ ...piece, node });
    if (value === undefined) throw new Unreadable(node.getText());
    return this.text(value, depth + 1);
  }

  #binary(node: ts.BinaryExpression, at: (inner: ts.Expression) => string): string {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.PlusToken) return at(node.left) + at(node.right);
    if (kind === ts.SyntaxKind.QuestionQuestionToken)
      return at(this.#side === 'whenTrue' ? node.left : node.right);
    throw new Unreadable(node.getText());
  }

  /** A template of Kysely's: a fragment inside it is written out, everything else is a parameter. */
  #fragment({ bound, node }: Piece & { readonly node: ts.TaggedTemplateExpression }, depth: number): string {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
    const inner = (expression: ts.Expression) => {
      const piece = { node: expression, bound };
      return this.#isFragment(expression) ? this.text(piece, depth + 1) : PARAMETER;
    };
    return (
      template.head.text +
      template.templateSpans.map((span) => inner(span.expression) + span.literal.text).join('')
    );
  }

  #isFragment(node: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => part.getProperty('toOperationNode') !== undefined);
  }

  #call({ bound, node }: Piece & { readonly node: ts.CallExpression }, depth: number): string {
    const [first, second] = node.arguments;
    const callee = node.expression;
    const at = (inner: ts.Expression) => this.text({ node: inner, bound }, depth + 1);
    if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'sql' && first) {
      switch (callee.name.text) {
        case 'raw':
          return at(first);
        case 'ref':
        case 'id':
        case 'table':
          return at(first).replace(/\w+/g, '"$&"');
        case 'lit':
          return `'${at(first).replaceAll("'", "''")}'`;
        case 'join':
          return this.#join({ node: first, bound }, second ? at(second) : ', ', depth);
      }
    }
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'join')
      return this.#list({ node: callee.expression, bound }, depth)
        .map((piece) => this.text(piece, depth + 1))
        .join(first ? at(first) : ',');
    const called = this.#functionOf(callee);
    if (!called) throw new Unreadable(node.getText());
    return this.text(
      { node: answerOf(called, this.#side), bound: bind(called, node.arguments, bound) },
      depth + 1,
    );
  }

  #join(list: Piece, between: string, depth: number): string {
    return this.#list(list, depth)
      .map((piece) => (this.#isFragment(piece.node) ? this.text(piece, depth + 1) : PARAMETER))
      .join(between);
  }

  /** The elements of a list; of one that is known only when the code runs, one element. */
  #list(piece: Piece, depth: number): Piece[] {
    if (depth > MAX_DEPTH) throw new Unreadable('too deep');
    const { bound } = piece;
    const node = unwrapped(piece.node);
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((element) =>
        ts.isSpreadElement(element)
          ? this.#list({ node: element.expression, bound }, depth + 1)
          : [{ node: unlessNull(element), bound }],
      );
    const callee = ts.isCallExpression(node) ? node.expression : undefined;
    if (callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'filter')
      return this.#list({ node: callee.expression, bound }, depth + 1);
    const made = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (made && callee?.getText() === 'Object.values')
      return (this.#members({ node: made, bound }) ?? []).map(({ value }) => value);
    if (
      callee &&
      ts.isPropertyAccessExpression(callee) &&
      callee.name.text === 'map' &&
      made &&
      isFunction(made)
    ) {
      const answer = answerOf(made, this.#side);
      const elements = this.#known({ node: callee.expression, bound }, depth + 1);
      if (!elements) return [{ node: answer, bound }];
      return elements.map((element) => ({ node: answer, bound: bindOne(made, element, bound) }));
    }
    const value = this.#value({ node, bound });
    if (value === undefined) throw new Unreadable(node.getText());
    const names = ts.isCallExpression(unwrapped(value.node)) ? this.#namesIn(node) : [];
    if (names.length > 0) return names.map((name) => ({ node: ts.factory.createStringLiteral(name), bound }));
    return this.#list(value, depth + 1);
  }

  /** Every name that a list which is made when the code runs can hold, where its type says them. */
  #namesIn(node: ts.Expression): string[] {
    const element = this.#checker.getIndexTypeOfType(
      this.#checker.getTypeAtLocation(node),
      ts.IndexKind.Number,
    );
    const parts = element?.isUnion() ? element.types : element ? [element] : [];
    return parts.every((part) => part.isStringLiteral()) ? parts.map(({ value }) => value) : [];
  }

  #known(list: Piece, depth: number): Piece[] | undefined {
    try {
      return this.#list(list, depth);
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  #functionOf(callee: ts.Expression): Called | undefined {
    const declaration = this.#symbolOf(callee)?.valueDeclaration;
    if (!declaration) return undefined;
    if (ts.isFunctionDeclaration(declaration)) return declaration;
    const made =
      ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
        ? declaration.initializer
        : undefined;
    return made && isFunction(made) ? made : undefined;
  }

  #symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** What a name, a property or an element of a constant stands for. */
  #value({ bound, node }: Piece): Piece | undefined {
    // Whichever element is meant, all of them are alike.
    if (ts.isElementAccessExpression(node))
      return this.#members({ node: node.expression, bound })?.at(this.#side === 'whenTrue' ? 0 : -1)?.value;
    if (ts.isPropertyAccessExpression(node)) {
      const member = this.#members({ node: node.expression, bound })?.find(
        ({ name }) => name === node.name.text,
      );
      if (member) return member.value;
    }
    const declaration = this.#symbolOf(
      ts.isPropertyAccessExpression(node) ? node.name : node,
    )?.valueDeclaration;
    return declaration && this.#declared(declaration, bound);
  }

  #declared(declaration: ts.Node, bound: Bound): Piece | undefined {
    const given = bound.get(declaration);
    if (given) return given;
    if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
      return declaration.initializer && { node: declaration.initializer, bound };
    if (ts.isParameter(declaration)) return givenTo(declaration);
    if (!ts.isBindingElement(declaration)) return undefined;
    const pattern = declaration.parent;
    const source = this.#declared(pattern.parent, bound);
    const name = ts.isArrayBindingPattern(pattern)
      ? String(pattern.elements.indexOf(declaration))
      : (declaration.propertyName ?? declaration.name).getText();
    return source && this.#members(source)?.find((member) => member.name === name)?.value;
  }

  /** What an object or a list holds, by name or number. */
  #members(piece: Piece): { readonly name: string; readonly value: Piece }[] | undefined {
    const { bound } = piece;
    const node = unwrapped(piece.node);
    if (ts.isConditionalExpression(node)) return this.#members({ node: node[this.#side], bound });
    if (ts.isArrayLiteralExpression(node))
      return node.elements.map((element, index) => ({
        name: String(index),
        value: { node: element, bound },
      }));
    if (ts.isObjectLiteralExpression(node))
      return node.properties
        .filter(ts.isPropertyAssignment)
        .map(({ initializer, name }) => ({ name: name.getText(), value: { node: initializer, bound } }));
    const value = this.#value({ node, bound });
    return value && this.#members(value);
  }
}

/** Without brackets, and without what only types say. */
function unwrapped(node: ts.Expression): ts.Expression {
  const wraps =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return wraps ? unwrapped(node.expression) : node;
}

type Called = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

const isFunction = (node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** Elements that are null are left out of lists: the other side of the condition is meant. */
function unlessNull(node: ts.Expression): ts.Expression {
  if (!ts.isConditionalExpression(node)) return node;
  const isNull = (side: ts.Expression) => side.kind === ts.SyntaxKind.NullKeyword;
  if (isNull(node.whenTrue)) return node.whenFalse;
  return isNull(node.whenFalse) ? node.whenTrue : node;
}

/** What the first call in its file hands to the parameter of a function. */
function givenTo(parameter: ts.ParameterDeclaration): Piece | undefined {
  const called = parameter.parent;
  const name = ts.isFunctionDeclaration(called) ? called.name?.text : undefined;
  if (name === undefined) return undefined;
  let given: ts.Expression | undefined;
  const visit = (node: ts.Node) => {
    if (given) return;
    if (ts.isCallExpression(node) && node.expression.getText() === name)
      given = node.arguments[called.parameters.indexOf(parameter)];
    ts.forEachChild(node, visit);
  };
  visit(parameter.getSourceFile());
  return given && { node: given, bound: new Map() };
}

function bind(called: Called, given: readonly ts.Expression[], bound: Bound): Bound {
  const parameters = new Map(bound);
  for (const [index, parameter] of called.parameters.entries()) {
    const node = given[index] ?? parameter.initializer;
    if (node) parameters.set(parameter, { node, bound });
  }
  return parameters;
}

function bindOne(called: Called, piece: Piece, bound: Bound): Bound {
  const [parameter] = called.parameters;
  return parameter ? new Map(bound).set(parameter, piece) : bound;
}

/** What a function answers: on one side its first answer, on the other its last. */
function answerOf(called: Called, side: ReadText['side']): ts.Expression {
  const { body } = called;
  if (body && !ts.isBlock(body)) return body;
  const answers: ts.Expression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) answers.push(node.expression);
    ts.forEachChild(node, visit);
  };
  if (body) ts.forEachChild(body, visit);
  const answer = side === 'whenTrue' ? answers[0] : answers.at(-1);
  if (!answer) throw new Unreadable(called.getText());
  return answer;
}
