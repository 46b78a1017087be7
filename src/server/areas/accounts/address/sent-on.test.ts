import { expect } from 'vitest';
import type { MailTemplate } from '#emails/mail-props';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { announce } from '#server/db/announce';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { startMailRelay } from '#server/jobs/mail-relay';
import type { Mail } from '#server/platform/mailer';
import { type Account, EMAIL, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { confirmAddress } from './confirm-address.ts';
import { requestAddress } from './request-address.ts';
import { undoAddress } from './undo-address.ts';

const NEXT = 'ada@analytical.test';
const LINK = 'https://school.test/x';

/** The token of the only mail of this kind. */
async function tokenOf({ services }: Account, template: MailTemplate): Promise<string> {
  const { props } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', template)
    .executeTakeFirstOrThrow();
  return new URL((props as { link: string }).link).searchParams.get('token') ?? '';
}

const tell = async ({ id, services }: Account) => {
  await services.db.transaction((trx) =>
    announce(trx, {
      kind: 'certificate-issued',
      eventKey: 'certificate',
      to: { userId: id },
      link: '/certificates',
      props: { title: 'Queues' },
    }),
  );
  await deliverNotices(services);
};

const warn = ({ services }: Account) =>
  services.db.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: 'changed',
      template: 'password-changed',
      recipient: EMAIL,
      props: { name: 'Ada', link: LINK },
    }),
  );

async function change(school: Account): Promise<void> {
  const { caller } = await signedInCaller(school);
  await requestAddress(school.services, caller, { email: NEXT });
  await confirmAddress(school.services, caller, { token: await tokenOf(school, 'address-confirm') });
}

/** The addresses to which these emails wait to be sent. */
const waitFor = async ({ services }: Account, ...templates: readonly MailTemplate[]) => {
  const { rows } = await services.db.pool.query<{ template: string; recipient: string }>(
    'select template, recipient from mail_outbox where template = any($1)',
    [templates],
  );
  return Object.fromEntries(rows.map(({ recipient, template }) => [template, recipient]));
};

test('what waits for whoever has the account goes to its new address, a warning to the one it had', async ({
  db,
}) => {
  const school = await withAccount(db);
  await tell(school);
  await warn(school);
  await change(school);
  expect(await waitFor(school, 'certificate-issued', 'password-changed', 'address-changed')).toEqual({
    'certificate-issued': NEXT,
    'password-changed': EMAIL,
    'address-changed': EMAIL,
  });
});

test('after a change that is undone it goes to the old address again', async ({ db }) => {
  const school = await withAccount(db);
  await change(school);
  await tell(school);
  expect(await waitFor(school, 'certificate-issued')).toEqual({ 'certificate-issued': NEXT });
  const token = await tokenOf(school, 'address-changed');
  await undoAddress(school.services, school.as('visitor'), { token });
  expect(await waitFor(school, 'certificate-issued')).toEqual({ 'certificate-issued': EMAIL });
});

test('a mail that a process has in hand goes to the address of the moment it is sent', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { services } = school;
  await tell(school);
  await warn(school);
  const sent: Mail[] = [];
  let isChanged = false;
  const relay = startMailRelay({
    db: ownDb,
    log: services.log,
    site: async () => {
      // While the first of those that were taken together is handed over.
      if (!isChanged) await change(school);
      isChanged = true;
      return { school: 'Lectern' };
    },
    host: 'school.test',
    mailer: { send: async (one) => void sent.push(one) },
  });
  await relay.deliverDue();
  await relay.stop();
  expect(sent.find(({ subject }) => subject.includes('certificate'))?.to).toBe(NEXT);
});
