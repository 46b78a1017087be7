import { expect, test } from 'vitest';
import { refusedMailbox } from './refused-mailbox.ts';

const refused = (reply: string) => refusedMailbox('Ada@School.test', reply);

test('what is reported is the address and the reply, on one line', () => {
  expect(refused('550-5.1.1 No such user.\n550 5.1.1 See https://mail.test')).toEqual({
    address: 'ada@school.test',
    reason: 'bounce',
    detail: '550-5.1.1 No such user. 550 5.1.1 See https://mail.test',
  });
});

test.for([
  '550 5.1.1 <sender@school.test>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@school.test not found by SMTP address lookup',
  "550-5.1.1 The email account that you tried to reach doesn't exist.",
  '553 5.1.3 Bad recipient address syntax',
  '554 5.1.2 No such domain',
  '550 5.1.0 Address unknown',
  '550 5.1.1 <ada@school.test>: Recipient address rejected: User unknown in relay recipient table',
  '550 no such mailbox',
  '550 Unknown user',
  '550 <ada@school.test>: user not found',
  "550 That mailbox doesn't exist here",
  '551 User not local; please try <ada@else.test>',
  '553 Requested action not taken: mailbox name not allowed',
  '550 sorry, no mailbox here by that name (#5.1.1)',
])('there is no such mailbox: %s', (reply) => {
  expect(refused(reply)).toBeDefined();
});

test.for([
  '450 4.1.1 User unknown, try again',
  '550 5.7.1 Message rejected due to policy',
  '554 5.7.1 Relay access denied',
  '550 5.7.26 Unauthenticated email is not accepted',
  '553 5.7.1 Sender address rejected: not owned by user',
  '550 5.1.8 Sender address rejected: Domain not found',
  '550 5.1.7 Bad address of the sender',
  '550 5.1.0 <school@school.test> sender rejected',
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  '552 5.2.2 Mailbox full',
  '552 Requested mail action aborted: exceeded storage allocation',
  '550 5.2.1 The mailbox is disabled',
  '550 Requested action not taken: mailbox unavailable',
  '550 Blocked: see https://list.test/?ip=5.1.1.9',
  '550 5.1.1.9 is on our list',
  '554 Transaction failed',
  '553 Requested action not taken: Local user only or Authentication mechanism',
  '553 authentication required',
  '551 Please log in first',
  '553 go away',
  '550 #5.1.0 Address rejected.',
  '550 Your IP address 192.0.2.7: reverse DNS not found',
  '550 Your address has an invalid PTR record',
])('this is about something else: %s', (reply) => {
  expect(refused(reply)).toBeUndefined();
});
