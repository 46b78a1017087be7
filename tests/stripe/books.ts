import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Entitlement, entitlement, type Policy } from '#domain/billing/entitlement';
import type { Fact } from '#domain/billing/facts';
import { factText } from '#domain/billing/newest-facts';
import type { Tier } from '#domain/tiers';
import { type PaymentProvider, UnknownPrice } from '#server/platform/payments/payment-provider';

/** The ledger in memory: looks in their order, facts that are new or have changed, notices seen. */
export class Books {
  readonly ledger = new Map<string, Fact[]>();
  readonly tiers = new Map<string, Tier>();
  readonly policy: Policy;
  /** Notices that could not be read. */
  unread = 0;
  readonly #provider: PaymentProvider;
  readonly #seen = new Set<string>();
  readonly #turns = new Map<string, Promise<void>>();
  #v = 0;

  constructor(provider: PaymentProvider, policy: Policy) {
    this.#provider = provider;
    this.policy = policy;
  }

  /** One look at a time for each customer: an older answer is never written over a newer one. */
  async look(customer: string): Promise<void> {
    const before = this.#turns.get(customer) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#write(customer));
    this.#turns.set(customer, turn);
    await turn;
  }

  async #write(customer: string): Promise<void> {
    const seen = await this.#provider.look(customer, (price) => this.#tierOf(price));
    const kept = this.ledger.get(customer) ?? [];
    const text = ({ v: _v, ...fact }: Fact) => factText(fact);
    const known = new Map(kept.map((fact) => [`${fact.kind}:${fact.id}`, text(fact)]));
    const fresh = seen.filter((fact) => known.get(`${fact.kind}:${fact.id}`) !== factText(fact));
    this.#v += 1;
    this.ledger.set(customer, [...kept, ...fresh.map((fact) => ({ ...fact, v: this.#v }) as Fact)]);
  }

  #tierOf(price: string): Tier {
    const tier = this.tiers.get(price);
    if (!tier) throw new UnknownPrice(price);
    return tier;
  }

  /** Takes a notice as the product does: seen only when the work is done. */
  async ring(body: Uint8Array, signature: string, now: Date): Promise<boolean> {
    const notice = this.#provider.readNotice(body, signature, now);
    if (!notice) return false;
    if (this.#seen.has(notice.id)) return true;
    const customer = await this.#provider.whose(notice);
    if (customer) await this.look(customer);
    this.#seen.add(notice.id);
    return true;
  }

  async lookAtAll(): Promise<void> {
    for await (const { id } of this.#provider.customers()) await this.look(id);
  }

  at(customer: string, now: number): Entitlement {
    return entitlement(this.ledger.get(customer) ?? [], now, this.policy);
  }

  /** Listens for notices; a look that fails answers 500, so that the notice comes again. */
  async listen(): Promise<{ url: string; stop: () => Promise<void> }> {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const signature = String(request.headers['stripe-signature']);
      const status = await this.ring(Buffer.concat(parts), signature, new Date()).then(
        (isKnown) => (isKnown ? 200 : 400),
        () => 500,
      );
      if (status === 400) this.unread += 1;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/`,
      stop: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }
}
