/**
 * Turns the types of the pinned `stripe` package, which Stripe generates from its API, into strict schemas: every field
 * required, no unknown field, open lists of values closed.
 */
import { join } from 'node:path';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { Schema, SchemaDocument } from './schema.ts';

const CONFIG = join(import.meta.dirname, 'tsconfig.json');
const FILE = join(import.meta.dirname, 'published.ts');
const CALL = 0;

export function generateSchema(): SchemaDocument {
  const api = new API({ cwd: import.meta.dirname });
  try {
    const project = api.updateSnapshot({ openProjects: [CONFIG] }).getProject(CONFIG);
    const file = project?.program.getSourceFile(FILE);
    if (!project || !file) throw new Error(`no types in ${FILE}`);
    const writer = new SchemaWriter(project.checker);
    const group = (name: string): Record<string, Schema> => {
      const symbol = project.checker.resolveName(name, SymbolFlags.Interface, file);
      if (!symbol) throw new Error(`no interface ${name}`);
      return writer.fields(project.checker.getDeclaredTypeOfSymbol(symbol)).properties;
    };
    return { Replies: group('Replies'), Requests: group('Requests'), definitions: writer.definitions };
  } finally {
    api.close();
  }
}

class SchemaWriter {
  readonly definitions: Record<string, Schema> = {};
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The fields of an object type; methods are none. */
  fields(type: Type): { properties: Record<string, Schema>; required: string[] } {
    const symbols = this.#checker.getPropertiesOfType(type).filter(({ name }) => !/^(__|\u00fe)@/.test(name));
    const types = this.#checker.getTypeOfSymbol(symbols);
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    symbols.forEach(({ name, flags }, index) => {
      const of = types[index];
      if (!of || (of.flags & TypeFlags.Object && this.#checker.getSignaturesOfType(of, CALL).length > 0))
        return;
      properties[name] = this.#schemaOf(of);
      if (!(flags & SymbolFlags.Optional)) required.push(name);
    });
    return { properties, required };
  }

  #schemaOf(type: Type): Schema {
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
    if (flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) return { never: true };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType())
      return { const: type.value };
    if (flags & TypeFlags.String) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnionType()) return this.#unionOf(type.getTypes());
    if (type.isIntersectionType()) return this.#intersectionOf(type.getTypes());
    if (this.#checker.isArrayType(type) && type.isTypeReference())
      return { type: 'array', items: this.#schemaOf(this.#checker.getTypeArguments(type)[0] as Type) };
    return this.#named(type);
  }

  #intersectionOf(parts: readonly Type[]): Schema {
    // An exact number is a class in the client and a string on the wire.
    if (parts.some((part) => part.getSymbol()?.name === 'DecimalImpl')) return { type: 'string' };
    // `string & {}` keeps a list of values open.
    if (parts.some(({ flags }) => flags & TypeFlags.String)) return { type: 'string', open: true };
    throw new Error('an intersection of objects is not expected');
  }

  #unionOf(types: readonly Type[]): Schema {
    const schemas = types.map((type) => this.#schemaOf(type)).filter((schema) => schema.never === undefined);
    const values = schemas.flatMap((schema) => (schema.const === undefined ? [] : [schema.const]));
    const isBoolean = values.includes(true) && values.includes(false);
    const literals = isBoolean ? values.filter((value) => typeof value !== 'boolean') : values;
    // Closed here: a fake must never send a value that Stripe has not published.
    const rest = schemas.filter(
      (schema) => schema.const === undefined && !(schema.open && literals.length > 0),
    );
    const options: Schema[] = [
      ...(literals.length > 0 ? [{ enum: literals }] : []),
      ...(isBoolean ? [{ type: 'boolean' } as const] : []),
      ...rest,
    ];
    return options.length === 1 ? (options[0] as Schema) : { anyOf: options };
  }

  #named(type: Type): Schema {
    const name = String(type.id);
    if (!(name in this.definitions)) {
      this.definitions[name] = {};
      const [index] = this.#checker.getIndexInfosOfType(type);
      this.definitions[name] = {
        type: 'object',
        ...this.fields(type),
        additionalProperties: index ? this.#schemaOf(index.valueType) : false,
      };
    }
    return { $ref: name };
  }
}
