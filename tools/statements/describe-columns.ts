import type pg from 'pg';

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
  /** The table and its column that it is read from; 0: it is computed. */
  readonly tableID: number;
  readonly columnID: number;
}

/** The part of the driver's connection that a statement needs which is only described. */
interface Wire {
  parse(statement: { text: string; name: string; types: number[] }, more: boolean): void;
  describe(what: { type: 'S'; name: string }, more: boolean): void;
  sync(): void;
}

/** Asks the database for the columns that a statement answers, without running it. */
export function describeColumns(client: pg.ClientBase, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const described = {
      submit(wire: Wire) {
        wire.parse({ text, name: '', types: [] }, true);
        wire.describe({ type: 'S', name: '' }, true);
        wire.sync();
      },
      handleRowDescription(message: { fields: Column[] }) {
        columns = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(described as unknown as pg.Submittable);
  });
}
