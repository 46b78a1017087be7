import { Checkout } from './checkout.ts';
import { FakeStore } from './store.ts';
import { Subscriptions } from './subscriptions.ts';
import { Time } from './time.ts';

/** An account at Stripe with all that can be done in it. */
export class FakeStripe {
  readonly store: FakeStore;
  readonly checkout: Checkout;
  readonly subscriptions: Subscriptions;
  readonly time: Time;

  constructor(apiVersion: string, now: number) {
    this.store = new FakeStore(apiVersion, now);
    this.checkout = new Checkout(this.store);
    this.subscriptions = new Subscriptions(this.store);
    this.time = new Time(this.store, this.subscriptions);
  }
}
