import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types';

interface SetupFacts {
  readonly own_password: boolean;
  readonly own_address: boolean;
  readonly second_factor: boolean;
  readonly own_course: boolean;
  readonly own_published: boolean;
  readonly dismissed: boolean;
}

/** What this administrator and this school have set up; a password counts when its owner chose it. */
export async function selectSetupFacts(db: Kysely<DB>, userId: string): Promise<SetupFacts> {
  const { rows } = await sql<SetupFacts>`
    with own as (
      select entity_id from audit_log
      where entity = 'course' and (action = 'course.create' or (action = 'course.import' and actor_kind <> 'system')))
    select
      exists (select from audit_log where entity = 'user' and entity_id = ${userId}::text and action in
        ('account.register', 'account.change-password', 'account.reset-password', 'invitation.accept')) as own_password,
      u.email_verified and u.email not like '%@localhost' as own_address,
      u.two_factor_enabled as second_factor,
      exists (select from own) as own_course,
      exists (select from own join courses c on c.id::text = own.entity_id where c.published_at is not null) as own_published,
      p.setup_dismissed_at is not null as dismissed
    from users u join profiles p on p.id = u.id where u.id = ${userId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the caller has an account');
  return facts;
}
