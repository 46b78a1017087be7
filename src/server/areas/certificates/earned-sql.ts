import type { ExamSettings } from '#domain/exams/exam-settings';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';

export interface Studies {
  readonly userId: string;
  readonly courseId: string;
}

/** An exam that was passed, with what its attempts came to and how they count. */
export interface PassedExam {
  readonly title: string;
  readonly attempts: readonly { readonly percent: number | null; readonly passed: boolean | null }[];
  readonly counts: ExamSettings['counts'];
  readonly passMark: number;
  /** Whether the course asks for it. */
  readonly required: boolean;
}

export interface EarnedProof {
  readonly sections: number | null;
  readonly exams: readonly PassedExam[];
}

/**
 * Exams of a course that somebody passed, each with its attempts since an instant; one that waits to be marked has no result.
 * Whether an exam is passed is decided once, when its section is done: a passed attempt alone may not be the one that counts.
 */
export const passedExams = (since: string) => `
  select s.id, s.title, s.sort_order, s.counts as required, min(a.submitted_at) as passed_at,
    coalesce(s.exam->'settings'->>'counts', 'best') as counts, coalesce((s.exam->>'passMark')::float8, 0) as pass_mark,
    (select jsonb_agg(case when b.waiting then '{"percent":null,"passed":null}'::jsonb
        else jsonb_build_object('percent', (b.result->>'percent')::float8, 'passed', b.passed) end order by b.number)
      from exam_attempts b where b.section_id = s.id and b.user_id = u.id and b.submitted_at is not null
        and b.submitted_at > ${since}) as attempts
  from course_content s join exam_attempts a on a.section_id = s.id and a.user_id = u.id and a.passed
  join section_progress p on p.section_id = s.id and p.user_id = u.id and p.done_at is not null
  where s.course_id = c.id and a.submitted_at > ${since} group by s.id`;

/** What a proof says of an exam `x`. */
export const RESULTS = `'title', x.title, 'attempts', x.attempts, 'counts', x.counts, 'passMark', x.pass_mark,
  'required', x.required`;

/** What somebody has shown in a course since an instant. */
export const proofSince = (since: string) => `jsonb_build_object(
    'sections', (select count(*) from course_content s join section_progress p on p.section_id = s.id and p.user_id = u.id
      where s.course_id = c.id and p.done_at is not null and s.counts),
    'exams', (select coalesce(jsonb_agg(jsonb_build_object(${RESULTS}) order by x.sort_order), '[]')
      from (${passedExams(since)}) x))`;

export interface HolderRow {
  readonly name: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
  readonly course_title: string;
  readonly certificate: boolean;
  readonly certificate_months: number | null;
}

const holder = prepared<HolderRow>(`
  select m.name, m.subscription_tier as tier, c.title as course_title, c.certificate, c.certificate_months, m.is_admin
  from enrolments e join members m on m.id = e.user_id join courses c on c.id = e.course_id
  where e.user_id = $1 and e.course_id = $2 and c.kind = 'course'`);

/** Who would hold the certificates of a course; nothing for who does not study it. */
export async function selectHolder(
  db: Reader,
  { courseId, userId }: Studies,
): Promise<HolderRow | undefined> {
  return (await holder(db, [userId, courseId]))[0];
}

export interface EarnedRow {
  /** Null while the course is not completed, or has its certificate already. */
  readonly completed_at: Date | null;
  readonly proof: EarnedProof;
  /** Passed and without a certificate yet. */
  readonly exams: readonly (PassedExam & { readonly id: string; readonly passedAt: string })[];
}

const EVER = "'-infinity'::timestamptz";
const earned = prepared<EarnedRow>(`
  select case when not exists (select from certificates t where t.user_id = u.id and t.course_id = c.id and t.kind = 'course'
      and t.replaced_for is null) then e.completed_at end as completed_at,
    ${proofSince(EVER)} as proof,
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'passedAt', x.passed_at, ${RESULTS}) order by x.sort_order), '[]')
      from (${passedExams(EVER)}) x where not exists (select from certificates t
        where t.user_id = u.id and t.section_id = x.id and t.kind = 'exam' and t.replaced_for is null)) as exams
  from enrolments e join users u on u.id = e.user_id join courses c on c.id = e.course_id
  where e.user_id = $1 and e.course_id = $2`);

/** What somebody has earned in a course and has no certificate for; nothing for who does not study it. */
export async function selectEarned(
  db: Reader,
  { courseId, userId }: Studies,
): Promise<EarnedRow | undefined> {
  return (await earned(db, [userId, courseId]))[0];
}
