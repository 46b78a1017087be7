import {
  CONSTANTS,
  ExpressionFault,
  FUNCTIONS,
  type Node,
  type Operator,
  type Values,
} from './expression.ts';
import { parseExpression } from './parse-expression.ts';

const OPERATIONS: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left - right * Math.floor(left / right),
  '^': (left, right) => left ** right,
};

/** What an expression comes to. Throws ExpressionFault for what cannot be read, knows a name too few, or is no number. */
export function evaluate(text: string, values: Values = {}): number {
  const result = worth(parseExpression(text), values);
  if (!Number.isFinite(result)) throw new ExpressionFault({ code: 'no-number', values });
  return result;
}

function worth(node: Node, values: Values): number {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'name': {
      const value = Object.hasOwn(values, node.name)
        ? values[node.name]
        : Object.hasOwn(CONSTANTS, node.name)
          ? CONSTANTS[node.name]
          : undefined;
      if (value === undefined) throw new ExpressionFault({ code: 'unknown-name', name: node.name });
      return value;
    }
    case 'operation':
      return OPERATIONS[node.operator](worth(node.left, values), worth(node.right, values));
    case 'call':
      return FUNCTIONS[node.name]?.run(...node.inputs.map((input) => worth(input, values))) ?? Number.NaN;
  }
}
