import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAudit, systemCaller } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { Services } from '#server/services';
import { sanitisePage } from './sanitise-page.ts';

/** Gives a new school its sample 'About Us' page; a page that is there stays as it is. */
export async function importSamplePages({ db }: Services, directory: string): Promise<void> {
  const content = sanitisePage(await readFile(join(directory, 'about_us.html'), 'utf8'));
  await db.transaction(async (trx) => {
    const made = await trx
      .insertInto('page_content')
      .values({ page_name: 'about_us', content })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return;
    await recordAudit(trx, systemCaller, { action: 'page.create', entity: 'page', entityId: 'about_us' });
    await touchContent(trx);
  });
}
