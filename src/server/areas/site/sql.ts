import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/types';

export function selectPage(db: Kysely<DB>, name: string) {
  return db
    .selectFrom('page_content')
    .select(['content', 'updated_at'])
    .where('page_name', '=', name)
    .executeTakeFirst();
}

export function selectSetting(db: Kysely<DB>, name: string) {
  return db.selectFrom('site_settings').select(['value']).where('name', '=', name).executeTakeFirst();
}

export function insertContactMessage(
  trx: Transaction<DB>,
  message: { name: string; email: string; message: string },
) {
  return trx.insertInto('contact_messages').values(message).returning('id').executeTakeFirstOrThrow();
}

export function selectAdministrators(trx: Transaction<DB>) {
  return trx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .where('user_roles.role', '=', 'admin')
    .execute();
}
