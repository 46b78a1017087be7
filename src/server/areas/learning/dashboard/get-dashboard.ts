import type { Dashboard, Deadline, NewsItem } from '#contract/courses/dashboard';
import { audienceTier } from '#domain/access/content/audience-tier';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import type { Member } from '#domain/access/viewer';
import { isRenewable } from '#domain/certificates/certificate-state';
import { isOfRound, roundStart, takenOf } from '#domain/exams/attempts/exam-round';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { SOON_DAYS, sectionDeadline } from '#domain/learning/deadlines';
import { tiersUpTo } from '#domain/tiers';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import type { DashboardRow, SectionAddress } from './dashboard-row.ts';
import { type Asked, selectDashboard } from './dashboard-sql.ts';
import { keptDashboards } from './keep-dashboards.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Deadlines at most; the later ones follow when these are past. */
const SHOWN = 6;

/** Where the caller goes on, what has to be done soon in the courses one studies, and what is new. One statement. */
export async function getDashboard({ clock, db }: Services, caller: Caller): Promise<Dashboard> {
  const member = signedIn(caller);
  const now = clock.now();
  const row = await keptDashboards(db).read(member, now, () => selectDashboard(db, askedBy(member, now)));
  return toDashboard(row, member, now);
}

/** What the statement of a dashboard has to know. */
export function askedBy(member: Member, now: Date): Asked {
  return {
    userId: member.userId,
    tiers: tiersUpTo(audienceTier(member)),
    now,
    soon: new Date(now.getTime() + SOON_DAYS * DAY_MS),
  };
}

export function toDashboard(row: DashboardRow, member: Member, now: Date): Dashboard {
  const { allowed } = canReceiveCertificate(member, { certificate: true });
  return {
    courses: row.courses.map((course) => toCourse(course, member)),
    due: row.due.map(({ id, title }) => ({
      courseId: id,
      title,
      access: allowed ? 'open' : 'tier-required',
    })),
    running: row.running.map((each) => ({ until: each.until, ...addressOf(each) })),
    deadlines: deadlinesOf(row, member, now),
    news: newsOf(row),
    asOf: now.toISOString(),
  };
}

function toCourse(
  { completed_at, last_used_at, next, subscription_level, ...course }: DashboardRow['courses'][number],
  member: Member,
): Dashboard['courses'][number] {
  const { allowed } = canOpenCourse(member, {
    subscriptionLevel: subscription_level,
    openTo: 'learners',
    enrolled: true,
  });
  return {
    ...course,
    subscriptionLevel: subscription_level,
    access: allowed ? 'open' : 'locked',
    completedAt: completed_at,
    lastUsedAt: new Date(last_used_at).toISOString(),
    next: allowed ? next : null,
  };
}

function addressOf({ course, key, slug, title }: SectionAddress) {
  return { course: { slug, title: course }, section: { key, title } };
}

function deadlinesOf({ dated, ending }: DashboardRow, member: Member, now: Date): Deadline[] {
  const sections = dated.flatMap((row): Deadline[] => {
    const found = sectionDeadline(toSection(row, now), { enrolledAt: new Date(row.enrolledAt), now });
    if (!found) return [];
    const address = addressOf(row);
    return [{ kind: found.kind, at: found.at.toISOString(), isExam: row.isExam, ...address }];
  });
  const certificates = ending.flatMap(({ at, certificate, id, title }): Deadline[] => {
    const facts = { expiresAt: new Date(at), revokedAt: null, replacedFor: null };
    const isOpen = isRenewable(facts, now) && canReceiveCertificate(member, { certificate }).allowed;
    return isOpen ? [{ kind: 'certificate-ends', at, id, title }] : [];
  });
  return [...sections, ...certificates].sort((a, b) => instant(a) - instant(b)).slice(0, SHOWN);
}

function toSection(row: DashboardRow['dated'][number], now: Date): Parameters<typeof sectionDeadline>[0] {
  const { attempts, started, certificates, examClosesAt, examOpensAt, granted, opensAt, wait } = row;
  const rules = {
    opensAt: dateOf(opensAt),
    opensAfterDays: row.opensAfterDays,
    started,
  };
  if (!row.isExam) return { rules, exam: null };
  const dates = { opensAt: examOpensAt, closesAt: examClosesAt };
  const since = roundStart(certificates.map(toFacts), now);
  const ends = row.taken.map(({ isSettled, submittedAt }) => ({ isSettled, end: dateOf(submittedAt) }));
  const counting = ends.filter(({ end }) => isOfRound(end, since));
  return {
    rules,
    exam: {
      settings: { ...DEFAULT_SETTINGS, ...dates, attempts, wait },
      granted,
      taken: takenOf(counting.map(({ end }) => end)),
      isSettled: counting.some(({ isSettled }) => isSettled),
    },
  };
}

function toFacts(
  each: DashboardRow['dated'][number]['certificates'][number],
): Parameters<typeof roundStart>[0][number] {
  return {
    issuedAt: new Date(each.issuedAt),
    expiresAt: dateOf(each.expiresAt),
    revokedAt: dateOf(each.revokedAt),
    replacedFor: each.replacedFor,
  };
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

function newsOf({ added, published }: DashboardRow): NewsItem[] {
  const sections = added.map(
    ({ at, count, course, first, id, slug }): NewsItem => ({
      kind: 'sections',
      at,
      id,
      count,
      first,
      course: { slug, title: course },
    }),
  );
  const rest = published.map(
    ({ at, category, id, kind, slug, title }): NewsItem =>
      kind === 'post'
        ? { kind, at, id, title }
        : { kind, at, id, course: { slug, title }, category: category ?? '' },
  );
  return [...sections, ...rest].sort((a, b) => instant(b) - instant(a));
}

function instant({ at }: { readonly at: string }): number {
  return Date.parse(at);
}
