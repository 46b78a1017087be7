import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { test } from '#tests/kit/database';
import { noticeLostMachine } from '../presence.ts';

test('the database server notices within half a minute that the machine of a process is lost', async ({
  ownDb,
}) => {
  const client = new pg.Client({ ...inject('database'), database: ownDb.pool.options.database });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await noticeLostMachine(client);
  const isTcp = (await client.query('select inet_server_addr() is not null as is')).rows[0].is;
  const { rows } = await client.query(`select current_setting('tcp_keepalives_idle') as idle,
    current_setting('tcp_keepalives_interval') as interval, current_setting('tcp_keepalives_count') as count`);
  // Over a Unix socket, which is closed with its process, the settings do nothing and cause no error.
  expect(rows).toEqual([
    isTcp ? { idle: '10', interval: '5', count: '3' } : { idle: '0', interval: '0', count: '0' },
  ]);
});
