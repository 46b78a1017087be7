/** A shop window for a developer: the fake of Stripe, and the settings that point the product at it. */
import { StripeServer, TEST_KEY } from './server/stripe-server.ts';

const PORT = Number(process.env.STRIPE_FAKE_PORT ?? 3900);
const PRODUCT = process.env.PUBLIC_URL ?? 'http://localhost:3000';
const SECRET = 'whsec_lectern0001';

const seconds = () => Math.floor(Date.now() / 1000);
const server = await StripeServer.start({ now: seconds(), port: PORT });
server.webhooks.endpoint = { url: new URL('/webhooks/stripe', PRODUCT).href, secrets: [SECRET] };
server.webhooks.delayMs = 300;
// Its clock goes on by itself; the account page can let it run ahead.
setInterval(() => server.fake.time.advance(Math.max(seconds(), server.fake.store.now + 1)), 1000).unref();

process.stdout.write(`The fake of Stripe runs at ${server.url} and sends notices to ${PRODUCT}.
Start the product with:

STRIPE_SECRET_KEY=${TEST_KEY}
STRIPE_WEBHOOK_SECRET=${SECRET}
STRIPE_API_URL=${server.url}

Press Ctrl+C to stop. Everything that was bought is forgotten then.
`);
