import pg from 'pg';

/** What the driver has found out about the rows of a statement, which stays the same for as long as it is prepared. */
interface Shape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
/** What the driver's queries have and its types leave out. */
interface Internals {
  readonly _result: Shape;
  _accumulateRows: boolean;
}
interface NamedConfig {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}
type Done = (error: unknown, result?: unknown) => void;

const { prepare: prepareAll } = pg.Query.prototype as unknown as {
  readonly prepare: (connection: pg.Connection) => void;
};

/** What is known of the statements that a connection has prepared, by their names. */
export class KnownShapes {
  readonly #shapes = new Map<string, Shape>();
  #quiet: pg.Connection | undefined;

  find(name: string): Shape | undefined {
    return this.#shapes.get(name);
  }

  keep(name: string, { _parsers, _prebuiltEmptyResultObject, fields }: Shape): void {
    this.#shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** The connection, but it doesn't ask the server to describe what it answers. */
  quiet(connection: pg.Connection): pg.Connection {
    this.#quiet ??= Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
    return this.#quiet;
  }
}

/**
 * A statement with a name. The driver has the server describe the rows of each execution, and looks up how to read each of their
 * fields again; the server refuses a prepared statement whose rows are no longer those, so once is enough.
 */
export class NamedQuery extends pg.Query {
  readonly #name: string;
  readonly #shapes: KnownShapes;

  constructor(config: NamedConfig, shapes: KnownShapes, done: Done) {
    super(config, (error, result) => {
      if (!error && !shapes.find(config.name)) shapes.keep(config.name, result as unknown as Shape);
      done(error, result);
    });
    this.#name = config.name;
    this.#shapes = shapes;
  }

  prepare(connection: pg.Connection): void {
    const shape = this.#shapes.find(this.#name);
    if (shape) {
      const own = this as unknown as Internals;
      Object.assign(own._result, shape);
      own._accumulateRows = true;
    }
    prepareAll.call(this, shape ? this.#shapes.quiet(connection) : connection);
  }
}
