/** What a webhook costs until it is answered, beside bare node:http that reads the same bytes and inserts one row. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { signNotice } from '#tests/stripe/server/webhooks';
import { type Call, isAbove, measure, median, type Server, timesBare } from './load.ts';

export const WEBHOOK_SECRET = 'whsec_benchmark01';
/** No request goes there: nobody's customers are looked at. */
export const PAYMENT_SETTINGS = {
  STRIPE_SECRET_KEY: 'sk_test_benchmark0001',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: 'http://127.0.0.1:9',
};
const LIMIT_MS = 1;
/** Signature, shape, the gates of every request and a word to the other processes beside the insert alone. */
const TIMES_INSERT = 8;
const ROUNDS = 6;
/** Fewer than arrive before the relay begins to work them off: what it does is not the answer. */
const REQUESTS = 300;

interface Places {
  readonly client: pg.Client;
  readonly port: number;
  readonly pid: number;
  readonly insert: Server;
  /** CPU ms of a request to bare node:http. */
  readonly bare: number;
}

/** A notice as large as real ones. */
function noticeCall(index: number): Call {
  const body = JSON.stringify({
    id: `evt_bench${index}`,
    object: 'event',
    type: 'invoice.paid',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_of_nobody', lines: 'x'.repeat(6000) } },
  });
  return {
    path: '/webhooks/stripe',
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'stripe-signature': signNotice(body, [WEBHOOK_SECRET]),
    },
    body,
  };
}

/** Prints the cost; answers 1 when it is over its limit. */
export async function measureWebhooks({ bare, client, insert, pid, port }: Places): Promise<number> {
  const ours: number[] = [];
  const inserts: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const load = {
      requests: REQUESTS,
      callers: 8,
      call: (index: number) => noticeCall(round * 10_000 + index),
    };
    const cost = await measure({ ...load, pid, port });
    const { rows } = await client.query('select count(*)::int as n from billing_inbox');
    if (rows[0].n !== (round + 1) * REQUESTS) throw new Error(`${rows[0].n} notices were kept`);
    await untilWorkedOff(client);
    // The insert is made by the same database server, whose tree is ours.
    const beside = await measure({ ...load, ...insert, alsoPid: pid });
    // The first round warms up.
    if (round === 0) continue;
    ours.push(cost);
    inserts.push(beside);
  }
  const [cost, beside] = [median(ours), median(inserts)];
  const isOver = isAbove(cost, LIMIT_MS, bare) || cost / beside > TIMES_INSERT;
  console.log(
    `\n${isOver ? '!!' : 'ok'} webhook, until it is answered: ${cost.toFixed(3)} CPU ms, ${(cost / beside).toFixed(2)} x node:http with one insert (${beside.toFixed(3)}), ${(cost / bare).toFixed(1)} x bare (limit ${LIMIT_MS} ms or ${timesBare(LIMIT_MS).toFixed(1)} x bare, ${TIMES_INSERT} x)`,
  );
  return Number(isOver);
}

async function untilWorkedOff(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select count(*)::int as n from billing_inbox where done_at is null');
    if (rows[0].n === 0) return;
    await wait(100);
  }
}
