import { join, resolve } from 'node:path';
import ts from 'typescript-js';
import { readSource, root, sourceFiles } from '../source-files.ts';
import { statementText, Unreadable } from './statement-text.ts';

export interface RowField {
  readonly name: string;
  readonly optional: boolean;
  /** One for each kind of row that has it. */
  readonly types: readonly ts.Type[];
}

export interface TypedStatement {
  readonly path: string;
  readonly line: number;
  readonly fields: readonly RowField[];
  /** As it reads on either side of its conditions; empty where it is put together only when it runs. */
  readonly texts: readonly string[];
}

export interface TypedStatements {
  readonly checker: ts.TypeChecker;
  readonly statements: readonly TypedStatement[];
}

const NAMES_ROWS = /\b(?:sql|prepared|query)</;
const isServed = (path: string) => path.startsWith('src/server/') && !/\.test\.ts$/.test(path);

/** Every statement of the server, and of more files, that names the type of its rows. */
export function typedStatements(more: readonly string[] = []): TypedStatements {
  const served = sourceFiles().filter((path) => isServed(path) && NAMES_ROWS.test(readSource(path)));
  const paths = [...served, ...more];
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: paths }, ts.sys, root);
  const program = ts.createProgram(
    paths.map((path) => resolve(root, path)),
    { ...options, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  return { checker, statements: paths.flatMap((path) => statementsOf(path, program)) };
}

function statementsOf(path: string, program: ts.Program): TypedStatement[] {
  const file = program.getSourceFile(resolve(root, path));
  if (!file) throw new Error(`${path} is not in the program`);
  const checker = program.getTypeChecker();
  const statements: TypedStatement[] = [];
  const visit = (node: ts.Node) => {
    const found = rowsOf(node);
    const type = found && checker.getTypeFromTypeNode(found.row);
    if (type && isRow(type, checker)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const fields = fieldsOf(type, checker, node);
      statements.push({ path, line, fields, texts: textsOf(found.text, checker) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return statements;
}

function rowsOf(node: ts.Node): { readonly row: ts.TypeNode; readonly text: ts.Expression } | undefined {
  if (ts.isTaggedTemplateExpression(node)) {
    const row = node.typeArguments?.[0];
    return node.tag.getText() === 'sql' && row ? { row, text: node } : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const row = node.typeArguments?.[0];
  const text = node.arguments[0];
  const isStatement = /(?:^prepared|\.query)$/.test(node.expression.getText());
  return isStatement && row && text ? { row, text } : undefined;
}

/** A fragment has the type of one value. */
function isRow(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((part) => isRow(part, checker));
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  return type.symbol?.name !== 'Date' && !checker.isArrayType(type);
}

function fieldsOf(row: ts.Type, checker: ts.TypeChecker, at: ts.Node): RowField[] {
  const parts = row.isUnion() ? row.types : [row];
  const names = new Set(parts.flatMap((part) => part.getProperties().map(({ name }) => name)));
  return [...names].map((name) => {
    const properties = parts.map((part) => part.getProperty(name));
    const isOptional = (property: ts.Symbol | undefined) =>
      !property || Boolean(property.flags & ts.SymbolFlags.Optional);
    return {
      name,
      optional: properties.some(isOptional),
      types: properties
        .filter((property) => property !== undefined)
        .map((property) => checker.getTypeOfSymbolAtLocation(property, at)),
    };
  });
}

function textsOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  try {
    const texts = (['whenTrue', 'whenFalse'] as const).map((side) => statementText(node, { checker, side }));
    return [...new Set(texts)];
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}
