/** What of JSON Schema the published types of Stripe need. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Takes nothing. */
  readonly never?: true;
  /** A string beside the published values of an open list. */
  readonly open?: true;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
}

export interface SchemaDocument {
  readonly Replies: Readonly<Record<string, Schema>>;
  readonly Requests: Readonly<Record<string, Schema>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}
