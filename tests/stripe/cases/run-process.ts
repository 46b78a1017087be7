/**
 * `npm run stripe-cases`: runs the named cases against the Stripe account of STRIPE_SECRET_KEY, a test key, and removes what
 * they made. STRIPE_API_URL points it elsewhere. The exit code is 1 when a case failed.
 */
import { CaseDriver } from './case-driver.ts';
import { makePrices, NAMED_CASES } from './named-cases.ts';

const secretKey = process.env.STRIPE_SECRET_KEY ?? '';
const apiUrl = process.env.STRIPE_API_URL ?? 'https://api.stripe.com';
if (!/^[sr]k_test_\w+$/.test(secretKey)) {
  process.stderr.write(
    'Set STRIPE_SECRET_KEY to a test key (sk_test_…). Live keys are refused: the cases buy, refund and delete.\n',
  );
  process.exit(2);
}
const stripe = new CaseDriver({ apiUrl, secretKey, pollMs: 1000 });
let failed = 0;
try {
  const prices = await makePrices(stripe);
  for (const { name, run } of NAMED_CASES)
    try {
      await run(stripe, prices);
      process.stdout.write(`ok   ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`FAIL ${name}\n     ${error instanceof Error ? error.message : error}\n`);
    }
} catch (error) {
  failed += 1;
  process.stdout.write(`FAIL ${error instanceof Error ? error.message : error}\n`);
} finally {
  await stripe.cleanUp();
}
process.stdout.write(
  `\n${NAMED_CASES.length - Math.min(failed, NAMED_CASES.length)} passed, ${failed} failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
