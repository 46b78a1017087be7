import { z } from 'zod';
import { SECTION_DEADLINES } from '#domain/learning/deadlines';
import { dueCertificate } from '../exams/certificates.ts';
import { isoTime } from '../paging.ts';
import { memberProcedure } from '../procedure.ts';
import { myCourse } from './learning.ts';

const address = z.object({ slug: z.string(), title: z.string() });
const section = z.object({ key: z.string(), title: z.string() });

/** An attempt that goes on; null where nothing ends it. */
const running = z.object({ until: isoTime.nullable(), course: address, section });
export type RunningExam = z.infer<typeof running>;

const deadline = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(SECTION_DEADLINES), at: isoTime, isExam: z.boolean(), course: address, section }),
  z.object({ kind: z.literal('certificate-ends'), at: isoTime, id: z.uuid(), title: z.string() }),
]);
export type Deadline = z.infer<typeof deadline>;

const newsItem = z.discriminatedUnion('kind', [
  /** Sections that were added to a course one studies: how many, and the first of them. */
  z.object({
    kind: z.literal('sections'),
    at: isoTime,
    id: z.uuid(),
    course: address,
    count: z.int(),
    first: section,
  }),
  /** A course in a category that one follows, or has finished a course of. */
  z.object({ kind: z.literal('course'), at: isoTime, id: z.uuid(), course: address, category: z.string() }),
  z.object({ kind: z.literal('post'), at: isoTime, id: z.uuid(), title: z.string() }),
]);
export type NewsItem = z.infer<typeof newsItem>;

export const dashboardReply = z.object({
  /** The courses used last, those in progress before those completed. */
  courses: z.array(myCourse),
  /** What was earned and is not taken yet. */
  due: z.array(dueCertificate),
  /** Exams that one is in the middle of. */
  running: z.array(running),
  /** What closes, opens or ends soon, the next first. */
  deadlines: z.array(deadline),
  /** What this person has not seen yet, newest first. */
  news: z.array(newsItem),
  /** By the server's clock, when it was so. */
  asOf: isoTime,
});
export type Dashboard = z.infer<typeof dashboardReply>;

export const dashboard = {
  get: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({
      method: 'GET',
      path: '/dashboard',
      summary: "Get the learner dashboard: courses to resume, upcoming due dates, and what's new",
    })
    .output(dashboardReply),
  see: memberProcedure
    .meta({ scope: 'learning:write' })
    .route({ method: 'POST', path: '/dashboard/seen', summary: 'Mark news items as seen' })
    .input(
      z.object({
        /** Courses whose new sections were seen, and new courses and posts. */
        ids: z.array(z.uuid()).min(1).max(50),
        /** When the news were answered: what came after that stays new. */
        until: isoTime,
      }),
    )
    .output(z.object({ ids: z.array(z.uuid()) })),
};
