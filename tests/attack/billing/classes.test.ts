import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root } from '#tools/source-files';

const attack = (name: string) => `tests/attack/billing/${name}.test.ts`;
const billing = (name: string) => `tests/integration/billing/${name}.test.ts`;
const stripe = (name: string) => `tests/stripe/${name}.test.ts`;

/** Each class of bugs that other shops had, and each rule of safety, with the test that attacks it here: its file and name. */
const CLASSES: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  'notices out of order': [
    [stripe('proofs/flow-mutants'), 'notices that come in the wrong order change nothing'],
  ],
  'a notice noted as done though its work failed': [
    [billing('payments'), 'a notice whose look fails is not done: it is looked at again'],
    [stripe('proofs/flow-mutants'), 'a notice whose work failed is worked on again'],
  ],
  'notices of no use that switch the endpoint off': [
    [attack('forged-notices'), 'is answered with 200 and does no work'],
    [billing('looks'), 'many notices for a customer of nobody are answered in one round'],
  ],
  'the way back before the webhook': [
    [billing('payments'), 'a payment counts on the way back, before any webhook'],
  ],
  'two subscriptions': [
    [billing('payments'), 'a second payment page is refused while a subscription runs'],
    [billing('faults'), 'the later of two subscriptions is ended and paid back whole'],
    [stripe('cases'), 'no payment page opens when Stripe does not say what is open'],
  ],
  'two customers': [
    [billing('faults'), 'of many checkouts at one moment one page is left to pay at, of one customer'],
    [billing('faults'), 'to the making of a customer is asked again, and has one customer'],
  ],
  'a cancellation at the provider that is not seen': [
    [billing('payments'), 'a cancelled plan is held to the second that it was paid for, and can be kept'],
    [stripe('client'), 'the Portal cancels and takes it back'],
  ],
  'a deleted customer': [[stripe('cases'), 'a customer who was deleted keeps what is paid, and no more']],
  'two trials': [
    [
      attack('trials'),
      'nobody tries a second time: not after canceling, not with a second account, not after an erasure',
    ],
  ],
  'two currencies': [[attack('money'), 'one who paid in one currency is not sold another']],
  'a change of plan while money is owed': [
    [attack('money'), 'a plan is not changed while a payment is owed'],
  ],
  'a price made at the provider': [
    [stripe('cases'), 'a price in no plan is refused loudly and loses nothing'],
    [billing('setup'), 'a price that was changed at the provider is noticed'],
  ],
  'an erased account that is charged on': [
    [billing('faults'), 'an account that is deleted while the provider is away is ended when it is back'],
    [billing('outbox'), 'an account is not erased before nothing of it can be charged any more'],
  ],
  'test keys beside real money': [
    [billing('mode'), 'a tier that a test card bought is held in test mode only'],
    [billing('mode'), 'of whatever facts, those of the running mode and those of no mode count'],
  ],
  'a secret that is being replaced': [
    [stripe('notices'), 'a notice that is signed now is read, whichever of two secrets signed it'],
  ],
  'clock skew and replay': [
    [stripe('notices'), 'a notice signed %d seconds from now is refused'],
    [attack('forged-notices'), 'a notice sent many times is kept once and worked on once'],
  ],
  'months of other lengths': [
    [stripe('client'), 'a period that began on the 31st ends on the last day of shorter months'],
  ],
  'an answer of long ago written over a newer one': [
    [billing('looks'), 'an answer that was asked for earlier is not written over a newer one'],
    [stripe('proofs/flow-mutants'), 'an answer that comes late is not written over a newer one'],
  ],
  'a forged notice': [
    [
      attack('forged-notices'),
      'a notice that is not signed with our secret, now, is refused without a word and not kept',
    ],
    [attack('forged-notices'), 'nothing that a notice says is believed: the provider is asked'],
    [attack('forged-notices'), 'a notice that is too large is not read, with a length and without'],
    [attack('forged-notices'), 'the address answers to nothing but a notice'],
  ],
  'answers of the provider that are too large, broken, elsewhere or endless': [
    [attack('hostile-provider'), 'teaches nothing and takes nothing'],
    [attack('hostile-provider'), 'an answer without an end is given up, and its connection closed'],
    [
      attack('hostile-provider'),
      'a provider that sends us elsewhere is not followed, and the key stays with it',
    ],
    [attack('hostile-provider'), 'a list whose pages never end is given up'],
    [billing('outage'), 'reads go on, what is paid holds, and all is well by itself afterwards'],
  ],
  'lists of which only the first page is read': [
    [
      attack('hostile-provider'),
      'payments and lines of an invoice and refunds of a charge are read to the last',
    ],
    [stripe('cases'), 'an invoice with more lines than it shows is read to its last line'],
  ],
  'what belongs to others': [
    [attack('records-of-others'), 'the payment of somebody else, named by its session, gives nothing'],
    [attack('records-of-others'), 'the invoice of somebody else is not shown, and does not exist'],
    [attack('bank-transfers'), 'nobody sees or cancels the order of somebody else'],
  ],
  'pages to pay at that lead elsewhere, or are written down': [
    [stripe('cases'), 'a page, a Portal and an invoice elsewhere than at Stripe are not passed on'],
    [
      attack('records-of-others'),
      'no reply, log line, audit row or fact of a purchase holds a key, a secret or a page to pay at',
    ],
  ],
  'a support session that buys': [
    [attack('teams'), 'a support session reads a team and neither buys nor changes anything of it'],
    [
      attack('declarations'),
      'an administrator in the account of a member sees the right to withdraw and can not use it',
    ],
  ],
  'money that goes back twice': [
    [
      attack('records-of-others'),
      'an invoice is paid back to whom it belongs, and no more than is left of it',
    ],
    [
      attack('bank-transfers'),
      'more is never sent back than was paid, by however many refunds at one moment',
    ],
    [billing('outbox'), 'and then again, goes back once'],
  ],
  'one payment that counts twice': [
    [attack('bank-transfers'), 'one payment is confirmed once, by however many administrators at one moment'],
  ],
};

test.for(Object.entries(CLASSES))('%s: what attacks it is there', ([, tests]) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const [file, name] of tests) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readSource(file).replaceAll(/\\'/g, "'"), `${file}: ${name}`).toContain(name);
  }
});
