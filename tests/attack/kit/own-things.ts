import { randomUUID } from 'node:crypto';
import { bankForm, bankQuestionForm } from '#contract/questions/bank-form';
import { createBank } from '#server/areas/banks/create-bank';
import { addQuestion } from '#server/areas/banks/questions/add-question';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { enrol } from '#server/areas/learning/enrol';
import { BANKED } from '../access/access-objects.ts';
import type { Content } from '../content/content.ts';
import { CALLERS, type CallerName, type School } from './school.ts';

type Place = { readonly school: School; readonly content: Content };
type Own = Promise<Record<string, string>>;

/** An attempt of each person at the exam of the free course. */
export function attempts({ content, school }: Place): Own {
  const { id: courseId, sections } = content.courses.free;
  return ofEach(school, async (_userId, who) => {
    const viewer = school.people.get(who) ?? { kind: 'visitor' as const };
    const caller = { viewer, ipAddress: '', userAgent: '', requestId: who };
    await enrol(school.services, caller, { courseId });
    const { id } = await startAttempt(school.services, caller, { sectionId: sections.at(-1)?.id ?? '' });
    return id;
  });
}

/** An attempt of each person whose time ran out half an hour ago. */
export async function overdueAttempts(place: Place): Own {
  const ids = await attempts(place);
  await place.school.services.db.pool.query(
    `update exam_attempts set started_at = $1::timestamptz - interval '90 minutes',
      deadline_at = $1::timestamptz - interval '30 minutes' where id = any($2::uuid[])`,
    [place.school.services.clock.now(), Object.values(ids)],
  );
  return ids;
}

/** A file that each person sent with an attempt. */
export async function examFiles(place: Place): Own {
  const { clock, db, storage } = place.school.services;
  const files: Record<string, string> = {};
  for (const [who, attempt_id] of Object.entries(await attempts(place))) {
    const id = randomUUID();
    await db.kysely
      .insertInto('exam_files')
      .values({ id, attempt_id, question: 'q-one', name: 'essay.txt', bytes: 5, created_at: clock.now() })
      .execute();
    await storage.put(`${id}.upload`, new TextEncoder().encode('essay'));
    files[who] = id;
  }
  return files;
}

/** A file of the media library, which belongs to the school. */
export async function libraryFiles(place: Place): Own {
  return everybodys(place, await insertFile(place));
}

/** A video of the media library. */
export async function libraryVideos(place: Place): Own {
  const id = await insertFile(place);
  await place.school.services.db.pool.query(
    "update media set ending = 'mp4', mime = 'video/mp4', width = null, height = null where id = $1",
    [id],
  );
  return everybodys(place, id);
}

/** A file that was deleted in the media library. */
export async function removedFiles(place: Place): Own {
  const id = await insertFile(place);
  await place.school.services.db.pool.query('update media set removed_at = now() where id = $1', [id]);
  return everybodys(place, id);
}

/** What takes the place of `replaceableFiles`. */
export const REPLACEMENT = '00000000-0000-4000-8000-00000000f11e';

/** A file of the media library with another one that can take its place. */
export async function replaceableFiles(place: Place): Own {
  await insertFile(place, REPLACEMENT);
  return libraryFiles(place);
}

async function insertFile({ school }: Place, id: string = randomUUID()): Promise<string> {
  const { rows } = await school.services.db.pool.query<{ id: string }>(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256, width, height)
     values ($2, 'content', 'image/png', 5, $1, 'river.png', 'png', $1, 4, 3)
     on conflict (id) do nothing returning id`,
    [randomUUID(), id],
  );
  return rows[0]?.id ?? '';
}

/** A finished export of each person. */
export function finishedExports({ school }: Place): Own {
  const { clock, db, storage } = school.services;
  return ofEach(school, async (userId) => {
    const key = `content-${randomUUID()}.block`;
    await storage.put(key, new TextEncoder().encode('id,name'));
    const { id } = await db.kysely
      .insertInto('exports')
      .values({
        user_id: userId,
        request: JSON.stringify({ kind: 'audit', filters: { actor: userId } }),
        state: 'ready',
        total: 0,
        blocks: JSON.stringify([{ key, bytes: 7 }]),
        bytes: 7,
        created_at: clock.now(),
        finished_at: clock.now(),
        expires_at: new Date(clock.now().getTime() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** A question bank; banks belong to the school. */
export async function banks(place: Place): Own {
  return everybodys(place, (await insertBank(place)).bank);
}

/** A question of a bank. */
export async function bankQuestions(place: Place): Own {
  return everybodys(place, (await insertBank(place)).question);
}

/** An import into a bank. */
export async function bankImports(place: Place): Own {
  const { bank } = await insertBank(place);
  const { id } = await place.school.services.db.kysely
    .insertInto('question_imports')
    .values({ bank_id: bank, file_name: 'sums.gift', format: 'gift', report: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return everybodys(place, id);
}

async function insertBank({ school }: Place): Promise<{ bank: string; question: string }> {
  const viewer = school.people.get('admin') ?? { kind: 'visitor' as const };
  const caller = { viewer, ipAddress: '', userAgent: '', requestId: 'bank' };
  const { id: bank } = await createBank(school.services, caller, bankForm.parse({ title: 'Sums' }));
  const { id: question } = await addQuestion(school.services, caller, {
    id: bank,
    ...bankQuestionForm.parse(BANKED),
  });
  return { bank, question };
}

function everybodys({ school }: Place, id: string): Own {
  return ofEach(school, async () => id);
}

/** A decision about reported comments by each person. */
export function decisions({ school }: Place): Own {
  return ofEach(school, async (decided_by) => {
    const { clock, db } = school.services;
    const { id } = await db.kysely
      .insertInto('comment_decisions')
      .values({ resolution: 'hidden', decided_by, decided_at: clock.now(), changed: [] })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** A review of the free course by each person. */
export function reviews({ content, school }: Place): Own {
  return ofEach(school, async (author_id) => {
    const { clock, db } = school.services;
    const { id } = await db.kysely
      .insertInto('course_reviews')
      .values({
        course_id: content.courses.free.id,
        author_id,
        rating: 4,
        body: 'Clear',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** A linked service of each person, which is the only way in. */
export function linkedServices({ school }: Place): Own {
  return ofEach(school, async (user_id, who) => {
    const { id } = await school.services.db.kysely
      .insertInto('accounts')
      .values({ user_id, provider_id: 'https://id.school.test', account_id: who })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

async function ofEach(
  { people }: School,
  make: (userId: string, who: CallerName) => Promise<string>,
): Promise<Record<string, string>> {
  const own: Record<string, string> = {};
  for (const who of CALLERS) {
    const viewer = people.get(who);
    if (viewer?.kind === 'member') own[who] = await make(viewer.userId, who);
  }
  return own;
}
