import type { Accommodation } from '#domain/exams/accommodate';
import type { Tier } from '#domain/tiers';

/** A section of a course, by what its address is made of. */
export interface SectionAddress {
  readonly slug: string;
  readonly course: string;
  readonly key: string;
  readonly title: string;
}

/** What a dashboard is made of, as the statement answers it. */
export interface DashboardRow {
  readonly courses: readonly {
    id: string;
    slug: string;
    title: string;
    thumbnail: string;
    category: string | null;
    subscription_level: Tier;
    completed_at: string | null;
    last_used_at: string;
    done: number;
    total: number;
    next: { key: string; title: string } | null;
  }[];
  readonly due: readonly { id: string; title: string }[];
  readonly running: readonly (SectionAddress & { until: string | null })[];
  readonly dated: readonly (SectionAddress & {
    isExam: boolean;
    enrolledAt: string;
    opensAt: string | null;
    opensAfterDays: number | null;
    started: boolean;
    examOpensAt: string | null;
    examClosesAt: string | null;
    attempts: number | null;
    wait: number | null;
    taken: readonly { submittedAt: string | null; isSettled: boolean }[];
    certificates: readonly {
      issuedAt: string;
      expiresAt: string | null;
      revokedAt: string | null;
      replacedFor: 'renewal' | 'name' | null;
    }[];
    granted: readonly Accommodation[];
  })[];
  readonly ending: readonly { id: string; title: string; at: string; certificate: boolean }[];
  readonly added: readonly {
    id: string;
    slug: string;
    course: string;
    at: string;
    count: number;
    first: { key: string; title: string };
  }[];
  readonly published: readonly {
    id: string;
    kind: 'course' | 'post';
    slug: string;
    title: string;
    at: string;
    category: string | null;
  }[];
  /** The next moment at which a date makes something else of it; null: there is none. */
  readonly turns_at: Date | null;
}

/** What saving progress can change of it. */
export type UsedRow = Pick<DashboardRow, 'courses' | 'added'>;
