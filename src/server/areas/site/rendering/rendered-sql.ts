import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** A text with the HTML that is stored beside it. */
export interface RenderedText {
  readonly id: string;
  readonly markdown: string;
  readonly html: string;
}

export interface TextStore {
  /** Texts in one order, at most `limit`, those after this id. */
  readonly select: (db: Reader, after: string | undefined, limit: number) => Promise<RenderedText[]>;
  /** Stores other HTML, unless the text was changed meanwhile; answers whether. */
  readonly update: (
    trx: Transaction<DB>,
    text: Pick<RenderedText, 'id' | 'markdown'>,
    html: string,
  ) => Promise<boolean>;
}

const SECTIONS: TextStore = {
  async select(db, after, limit) {
    const { rows } = await sql<RenderedText>`
      select id, content as markdown, content_html as html from course_content
      where content <> '' ${after ? sql`and id > ${after}` : sql``} order by id limit ${limit}`.execute(db);
    return rows;
  },
  async update(trx, { id, markdown }, html) {
    const { numAffectedRows = 0n } = await sql`
      update course_content set content_html = ${html} where id = ${id} and content = ${markdown}`.execute(
      trx,
    );
    return numAffectedRows > 0n;
  },
};

const PAGES: TextStore = {
  async select(db, after, limit) {
    const { rows } = await sql<RenderedText>`
      select page_name as id, markdown, content as html from page_content
      where markdown is not null ${after ? sql`and page_name > ${after}` : sql``}
      order by page_name limit ${limit}`.execute(db);
    return rows;
  },
  async update(trx, { id, markdown }, html) {
    const { numAffectedRows = 0n } = await sql`
      update page_content set content = ${html} where page_name = ${id} and markdown = ${markdown}`.execute(
      trx,
    );
    return numAffectedRows > 0n;
  },
};

const OWN_PAGES: TextStore = {
  async select(db, after, limit) {
    const { rows } = await sql<RenderedText>`
      select id, markdown, content as html from custom_pages
      ${after ? sql`where id > ${after}` : sql``} order by id limit ${limit}`.execute(db);
    return rows;
  },
  async update(trx, { id, markdown }, html) {
    const { numAffectedRows = 0n } = await sql`
      update custom_pages set content = ${html} where id = ${id} and markdown = ${markdown}`.execute(trx);
    return numAffectedRows > 0n;
  },
};

/** Text blocks of the landing page, by their place in it. */
const LANDING: TextStore = {
  async select(db, after, limit) {
    const { rows } = await sql<RenderedText>`
      select (place - 1)::text as id, block->>'markdown' as markdown, block->>'html' as html
      from site_settings, jsonb_array_elements(case when jsonb_typeof(value->'blocks') = 'array'
        then value->'blocks' else '[]' end) with ordinality as blocks (block, place)
      where name = 'landing' and block->>'kind' = 'text' and place - 1 > ${Number(after ?? -1)}
      order by place limit ${limit}`.execute(db);
    return rows;
  },
  async update(trx, { id, markdown }, html) {
    const { numAffectedRows = 0n } = await sql`
      update site_settings set value = jsonb_set(value, array['blocks', ${id}, 'html'], to_jsonb(${html}::text))
      where name = 'landing' and value #>> array['blocks', ${id}, 'markdown'] = ${markdown}`.execute(trx);
    return numAffectedRows > 0n;
  },
};

/** Wherever HTML is stored that is made from Markdown and shown as it is now. What an exam asked stays as it was asked. */
export const TEXT_STORES: readonly TextStore[] = [SECTIONS, PAGES, OWN_PAGES, LANDING];

/** The version of the renderer that made all of them. */
export async function selectRenderedBy(db: Reader): Promise<number> {
  const { version } = await db.selectFrom('rendered_texts').select('version').executeTakeFirstOrThrow();
  return version;
}

export async function updateRenderedBy(db: Reader, version: number): Promise<void> {
  await db.updateTable('rendered_texts').set({ version }).where('version', '<', version).execute();
}
