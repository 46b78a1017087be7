import { expect } from 'vitest';
import { cut } from '#domain/cut';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { savePreferences } from '#server/areas/notifications/save-preferences';
import { sendDigests } from '#server/areas/notifications/send-digests';
import type { Db } from '#server/db/client';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { startMailRelay } from '#server/jobs/mail-relay';
import type { Services } from '#server/services';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { addComment } from '../add-comment.ts';
import { editComment } from '../edit-comment.ts';

/** Two answers to a question of a member, of whom the first can be edited. */
async function withAnswers(db: Db, { digest = false } = {}) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { id: courseId } = await makeCourse(verbs);
  if (digest) await savePreferences(services, as('free'), { digest, kinds: [] });
  const say = (who: 'free' | 'basic', content: string, parentId: string | null) =>
    addComment(services, as(who), { courseId, content, parentId });
  const { id: parentId } = await say('free', 'What is a join?', null);
  const { id, version } = await say('basic', 'old words', parentId);
  verbs.wait(1);
  await say('basic', 'other words', parentId);
  const edit = (content: string) => editComment(services, as('basic'), { id, version, content });
  const inbox = async () =>
    (await listNotifications(services, as('free'), {})).items.map(
      ({ props }) => (props as { text?: string }).text,
    );
  const mails = async () =>
    JSON.stringify((await db.pool.query('select props from mail_outbox order by created_at')).rows);
  const erase = () => {
    const { viewer } = as('basic');
    return removeUser(services, as('admin'), { id: viewer.kind === 'member' ? viewer.userId : '' });
  };
  return { services, edit, erase, inbox, mails };
}

/** Sends all mails, which are taken together; `meanwhile` runs while the first is handed over, which quotes nobody. */
async function sendAll({ db, log }: Services, meanwhile: () => Promise<unknown>): Promise<string[]> {
  await db.transaction((trx) =>
    enqueueMail(trx, {
      eventKey: 'first',
      template: 'password-changed',
      recipient: 'other@school.test',
      props: { name: 'Other', link: 'https://school.test/x' },
    }),
  );
  const sent: string[] = [];
  const relay = startMailRelay({
    db,
    log,
    site: async () => ({ school: 'Lectern' }),
    host: 'school.test',
    mailer: {
      send: async ({ text }) => {
        if (sent.push(text) === 1) await meanwhile();
      },
    },
  });
  await relay.deliverDue();
  await relay.stop();
  return sent;
}

test('a notice that is delivered after an edit quotes the present words', async ({ db }) => {
  const { edit, inbox, mails, services } = await withAnswers(db);
  await edit('new words');
  await deliverNotices(services);
  expect((await inbox()).sort()).toEqual(['new words', 'other words']);
  expect(await mails()).not.toContain('old words');
});

test('an edit reaches the inbox and the email that waits', async ({ db }) => {
  const { edit, inbox, mails, services } = await withAnswers(db);
  await deliverNotices(services);
  expect(await mails()).toContain('old words');
  const long = 'n'.repeat(600);
  await edit(long);
  expect((await inbox()).sort()).toEqual([cut(long, 500), 'other words']);
  expect(await mails()).toContain('nnn');
  expect(await mails()).not.toContain('old words');
  expect(await mails()).toContain('other words');
});

test('an edit reaches the daily email that waits, and leaves the rest of it as it is', async ({ db }) => {
  const { edit, mails, services } = await withAnswers(db, { digest: true });
  await deliverNotices(services);
  await sendDigests(services);
  const before = await mails();
  expect(before).toContain('old words');
  expect(before).toContain('other words');
  await edit('new words');
  expect(await mails()).toBe(before.replace('old words', 'new words'));
});

test('an email that has left stays empty', async ({ db }) => {
  const { edit, mails, services } = await withAnswers(db);
  await deliverNotices(services);
  await db.pool.query("update mail_outbox set sent_at = now(), props = '{}'");
  await edit('new words');
  expect(await mails()).not.toContain('new words');
});

test('an email that a process has in hand leaves with the present words', async ({ ownDb }) => {
  const { edit, services } = await withAnswers(ownDb);
  await deliverNotices(services);
  const [first, ...others] = await sendAll(services, () => edit('new words'));
  expect(first).not.toContain('words');
  expect(others.join('\n')).toContain('new words');
  expect(others.join('\n')).toContain('other words');
  expect(others.join('\n')).not.toContain('old words');
});

test.for([false, true])(
  'an email that a process has in hand leaves without the name of an author who is erased: daily %s',
  async (digest, { ownDb }) => {
    const { erase, services } = await withAnswers(ownDb, { digest });
    await deliverNotices(services);
    if (digest) await sendDigests(services);
    const [, ...others] = await sendAll(services, erase);
    expect(others).toHaveLength(digest ? 1 : 2);
    for (const text of others) {
      expect(text).toContain('Deleted user');
      expect(text).not.toContain('basic');
    }
  },
);
