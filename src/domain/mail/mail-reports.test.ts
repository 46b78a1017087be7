import { expect, test } from 'vitest';
import { readMailReports } from './mail-reports.ts';

const ada = (reason: 'bounce' | 'complaint', detail = '') => [{ address: 'ada@school.test', reason, detail }];

test('our own form lists bounces and complaints; what is none of both is left out', () => {
  const events = [
    { type: 'bounce', email: ' Ada@School.test ', reason: '550 no\nsuch \u0000 mailbox' },
    { type: 'complaint', email: 'grace@school.test' },
    { type: 'opened', email: 'grace@school.test' },
    { type: 'bounce', email: 'nobody' },
    { type: 'bounce' },
  ];
  expect(readMailReports({ events })).toEqual([
    ...ada('bounce', '550 no such mailbox'),
    { address: 'grace@school.test', reason: 'complaint', detail: '' },
  ]);
});

test.for([
  ['a hard bounce', { RecordType: 'Bounce', Type: 'HardBounce', Description: 'gone' }, ada('bounce', 'gone')],
  ['an address that is none', { RecordType: 'Bounce', Type: 'BadEmailAddress' }, ada('bounce')],
  ['a full mailbox', { RecordType: 'Bounce', Type: 'SoftBounce' }, []],
  ['a vacation note', { RecordType: 'Bounce', Type: 'AutoResponder' }, []],
  ['a complaint', { RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, ada('complaint')],
  ['a delivery', { RecordType: 'Delivery' }, []],
] as const)('Postmark reports %s', ([, body, expected]) => {
  expect(readMailReports({ ...body, Email: 'ada@school.test' })).toEqual(expected);
});

test.for([
  [
    'a hard bounce',
    { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': { message: 'gone' } },
    ada('bounce', 'gone'),
  ],
  ['a refused text', { event: 'failed', severity: 'permanent', reason: 'generic' }, []],
  ['a fault that passes', { event: 'failed', severity: 'temporary', reason: 'bounce' }, []],
  ['a complaint', { event: 'complained' }, ada('complaint')],
  ['a delivery', { event: 'delivered' }, []],
] as const)('Mailgun reports %s', ([, event, expected]) => {
  const body = { signature: {}, 'event-data': { ...event, recipient: 'ada@school.test' } };
  expect(readMailReports(body)).toEqual(expected);
});

test.for([
  null,
  1,
  'text',
  [],
  {},
  { events: 'x' },
  { events: [1] },
  { 'event-data': 1 },
  { events: Array(1001).fill({}) },
])('%j is none of the forms', (body) => {
  expect(readMailReports(body)).toBeNull();
});
