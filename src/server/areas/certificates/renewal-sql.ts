import { CompiledQuery } from 'kysely';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { type EarnedProof, passedExams, proofSince, RESULTS } from './earned-sql.ts';
import type { CertificateRow } from './sql.ts';

export interface RenewalRow {
  readonly name: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
  readonly certificate: boolean;
  readonly certificate_months: number | null;
  /** Sections that count and are not done, and exams that were not passed again since it was issued. */
  readonly open: number;
  readonly achieved_at: Date | null;
  readonly proof: EarnedProof;
}

// What a course asks for is `course_content.counts`, here as for its completion; an exam certificate asks for its own exam
// alone, even where the course is complete without it.
const renewal = ({ open, proof, shown }: { open: string; shown: string; proof: string }) => `
  select u.name, u.subscription_tier as tier, c.certificate, c.certificate_months, u.is_admin,
    (${open}) as open, (select max(x.passed_at) from (${shown}) x) as achieved_at, ${proof} as proof
  from members u join courses c on c.id = $2 and c.kind = 'course'
  where u.id = $1`;
const COURSE_RENEWAL = renewal({
  open: `select count(*)::int from course_content s
      left join section_progress p on p.section_id = s.id and p.user_id = u.id and p.done_at is not null
      left join (${passedExams('$3')}) x on x.id = s.id
      where s.course_id = c.id and s.counts and (p.user_id is null or s.section_type = 'exam' and x.id is null)`,
  shown: passedExams('$3'),
  proof: proofSince('$3'),
});
const OWN_EXAM = `select * from (${passedExams('$3')}) own where own.id = $4`;
const EXAM_RENEWAL = renewal({
  open: `select 1 - count(*)::int from (${OWN_EXAM}) x`,
  shown: OWN_EXAM,
  proof: `(select jsonb_build_object('sections', null, 'exams',
    coalesce(jsonb_agg(jsonb_build_object(${RESULTS})), '[]')) from (${OWN_EXAM}) x)`,
});

/** What has to be shown again for a renewal: every section that counts is done, and its exams were passed since the certificate was issued. */
export async function selectRenewal(
  db: Reader,
  { course_id, issued_at, kind, section_id, user_id }: CertificateRow,
): Promise<RenewalRow | undefined> {
  const isWhole = kind === 'course';
  const { rows } = await db.executeQuery<RenewalRow>(
    CompiledQuery.raw(isWhole ? COURSE_RENEWAL : EXAM_RENEWAL, [
      user_id,
      course_id,
      issued_at,
      ...(isWhole ? [] : [section_id]),
    ]),
  );
  return rows[0];
}
