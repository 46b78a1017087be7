import type { Page } from '@playwright/test';
import { makeMember, onDatabase } from './people.ts';

/** A member who studies the course at the open edit page, and has opened the section of this title. */
export async function enrolMember(page: Page, section?: string): Promise<void> {
  const { email } = await makeMember('free');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await onDatabase(async (client) => {
    await client.query(
      'insert into enrolments (user_id, course_id) select id, $2 from users where email = $1',
      [email, id],
    );
    await client.query(
      `insert into section_progress (user_id, section_id, course_id, position_at)
       select u.id, s.id, s.course_id, now() from users u, course_content s
       where u.email = $1 and s.course_id = $2 and s.title = $3`,
      [email, id, section],
    );
  });
}
