import { randomUUID } from 'node:crypto';
import { TIERS, type Tier } from '#domain/tiers';
import type { Db } from '#server/db/client';

/** Nothing has this id. */
export const UNKNOWN = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';

interface Course {
  readonly id: string;
  readonly slug: string;
  readonly tier: Tier;
  readonly sections: readonly { readonly id: string; readonly key: string }[];
  /** Words that stand in the content of its sections and comments and nowhere else. */
  readonly secrets: readonly string[];
  readonly comments: Comments;
}
interface Comments {
  /** One that somebody answered, both without an author. */
  readonly answered: string;
  /** The comment of each person, by name. */
  readonly of: Readonly<Record<string, string>>;
}
export interface Content {
  readonly categoryId: string;
  readonly planId: string;
  readonly messageId: string;
  /** An invitation that waits. */
  readonly invitationId: string;
  /** An entry of the audit log. */
  readonly entryId: string;
  /** The API key of each person, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** A certificate of each person for the free course, by name. */
  readonly certificates: Readonly<Record<string, string>>;
  readonly courses: Readonly<Record<Tier, Course>>;
  readonly posts: Readonly<Record<Tier, Course>>;
}

/** One course of each tier, in one category, with unique words in everything that a locked course must not tell. */
export async function insertContent({ kysely }: Db): Promise<Content> {
  const { id: categoryId } = await kysely
    .insertInto('categories')
    .values({ name: 'Databases', slug: 'databases' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const courses: Partial<Record<Tier, Course>> = {};
  const posts: Partial<Record<Tier, Course>> = {};
  for (const tier of TIERS) {
    courses[tier] = await insertCourse(kysely, tier, categoryId, 'course');
    posts[tier] = await insertCourse(kysely, tier, categoryId, 'post');
  }
  const { id: planId } = await kysely
    .insertInto('subscription_plans')
    .values({ name: 'Team', tier: 'premium', price: '149' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: messageId } = await kysely
    .insertInto('contact_messages')
    .values({ name: 'Ada', email: 'ada@school.test', message: 'How much is it for ten?' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: invitationId } = await kysely
    .insertInto('invitations')
    .values({
      email: 'invited@school.test',
      tier: 'basic',
      is_admin: false,
      created_at: new Date('2026-11-19T00:00:00Z'),
      sent_at: new Date('2026-11-19T00:00:00Z'),
      expires_at: new Date('2027-11-19T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: entryId } = await kysely
    .insertInto('audit_log')
    .values({ actor_kind: 'system', action: 'test.done', entity: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    categoryId,
    planId,
    messageId,
    invitationId,
    entryId: String(entryId),
    keys: await insertKeys(kysely),
    certificates: await insertCertificates(kysely, courses.free?.id ?? ''),
    courses: courses as Record<Tier, Course>,
    posts: posts as Record<Tier, Course>,
  };
}

async function insertKeys(kysely: Db['kysely']): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const { id: user_id, name } of await kysely.selectFrom('users').select(['id', 'name']).execute()) {
    const { id } = await kysely
      .insertInto('api_keys')
      .values({
        user_id,
        name: 'A key',
        start: 'lct_abcd',
        secret_hash: `hash of ${name}`,
        scopes: ['content:read'],
        expires_at: new Date('2030-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    keys[name] = id;
  }
  return keys;
}

async function insertCertificates(kysely: Db['kysely'], courseId: string): Promise<Record<string, string>> {
  const of: Record<string, string> = {};
  for (const { id: userId, name } of await kysely.selectFrom('users').select(['id', 'name']).execute()) {
    const { id } = await kysely
      .insertInto('certificates')
      .values({
        user_id: userId,
        kind: 'course',
        course_id: courseId,
        holder_name: name,
        title: 'The free course',
        course_title: 'The free course',
        proof: JSON.stringify({ sections: 3, exams: [] }),
        achieved_at: new Date('2026-01-01T00:00:00Z'),
        issued_at: new Date('2026-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    of[name] = id;
  }
  return of;
}

async function insertCourse(
  kysely: Db['kysely'],
  tier: Tier,
  categoryId: string,
  kind: 'course' | 'post',
): Promise<Course> {
  const slug = `${tier}-${kind}`;
  const secrets: string[] = [];
  const canary = (kind: string) => {
    const word = `canary${kind}${randomUUID().replaceAll('-', '')}`;
    secrets.push(word);
    return word;
  };
  const { id } = await kysely
    .insertInto('courses')
    .values({
      kind,
      published_at: new Date('2026-01-01T00:00:00Z'),
      title: `The ${tier} ${kind}`,
      description: `About what the ${tier} ${kind} teaches`,
      slug,
      subscription_level: tier,
      thumbnail: `/covers/${slug}.svg`,
      tags: ['sql'],
      // What a locked course says of itself on its page, as its description does; of a post nothing is.
      outcomes: [kind === 'post' ? canary('outcome') : `What the ${tier} course is for`],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('course_categories')
    .values({ course_id: id, category_id: categoryId, position: 1 })
    .execute();
  const kinds = ['lesson', 'lab', 'exam'] as const;
  const files = await insertPictures(kysely, kinds.length - 1);
  secrets.push(...files);
  const sections = await kysely
    .insertInto('course_content')
    .values(
      kinds.map((sectionType, index) => {
        const body = canary(sectionType);
        // Of an exam only its overview shows one.
        const picture = sectionType === 'exam' ? '' : `<img src="/media/${files[index]}.png" alt="">`;
        return {
          course_id: id,
          key: `${index + 1}-${sectionType}`,
          title: `Section ${kind === 'post' ? canary('title') : index + 1}`,
          content: body,
          content_html: `<p>${body}${picture}</p>`,
          section_type: sectionType,
          type: sectionType === 'lab' ? ('video' as const) : ('text' as const),
          video_url: sectionType === 'lab' ? `https://films.test/${canary('film')}.mp4` : null,
          captions_url: sectionType === 'lab' ? `https://films.test/${canary('captions')}.vtt` : null,
          exam: sectionType === 'exam' ? JSON.stringify(examOf(canary)) : null,
          sort_order: index + 1,
        };
      }),
    )
    .returning(['id', 'key'])
    .execute();
  const comments = await insertComments(kysely, id, canary);
  return { id, slug, tier, sections, secrets, comments };
}

/** Ids of pictures of lessons. */
async function insertPictures(kysely: Db['kysely'], count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const shape = { kind: 'content', mime: 'image/png', ending: 'png', name: 'a.png', bytes: 1 };
  await kysely
    .insertInto('media')
    .values(ids.map((id) => ({ ...shape, id, sha256: id, source_sha256: id, width: 4, height: 3 })))
    .execute();
  return ids;
}

async function insertComments(
  kysely: Db['kysely'],
  courseId: string,
  canary: (kind: string) => string,
): Promise<Comments> {
  const insert = async (authorId: string | null, parentId: string | null = null) => {
    const body = canary('comment');
    const { id } = await kysely
      .insertInto('comments')
      .values({
        course_id: courseId,
        author_id: authorId,
        parent_id: parentId,
        body,
        body_html: `<p>${body}</p>`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const answered = await insert(null);
  await insert(null, answered);
  const of: Record<string, string> = {};
  for (const { id, name } of await kysely.selectFrom('users').select(['id', 'name']).execute())
    of[name] = await insert(id);
  return { answered, of };
}

function examOf(canary: (kind: string) => string) {
  const options = [
    { text: canary('right'), correct: true },
    { text: canary('wrong'), correct: false },
  ];
  const asked = { id: 'q-one', prompt: canary('question'), points: 1, explanation: canary('explanation') };
  return { intro: canary('intro'), passMark: 50, questions: [{ ...asked, kind: 'single', options }] };
}
