import type { AdapterConstructor, AdapterPayload } from 'oidc-provider';

/** What one identity service remembers. The library's own memory is shared by all services of a process. */
export function identityStore(): AdapterConstructor {
  const rows = new Map<string, AdapterPayload>();
  return class {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    #key(id: string): string {
      return `${this.#model} ${id}`;
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(this.#key(id), payload);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return rows.get(this.#key(id));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...rows].find(([key, row]) => key.startsWith(`${this.#model} `) && row.uid === uid)?.[1];
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      const row = rows.get(this.#key(id));
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      rows.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows)
        if (key.startsWith(`${this.#model} `) && row.grantId === grantId) rows.delete(key);
    }
  };
}
