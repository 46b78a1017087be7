import type { Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { m } from '../../../../messages/messages.js';
import { storedExam } from '../catalogue/stored-exam.ts';
import type { SectionRow } from '../sql.ts';
import { holdBanks } from './named-banks-sql.ts';
import type { WantedSection } from './plan-sections.ts';

/**
 * Fails with BAD_INPUT where an exam names a question bank that was deleted. One that the exam named before may stay, so that
 * everything else can still be saved. The others can't be deleted until the transaction ends.
 */
export async function refuseLostBanks(
  trx: Transaction<DB>,
  wanted: readonly WantedSection[],
  stored: readonly SectionRow[] = [],
): Promise<void> {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const named = wanted.flatMap(({ exam, id }, section) => {
    const before = new Set(namedBanks(storedExam(rows.get(id ?? '')?.exam)).map(({ bank }) => bank));
    return namedBanks(exam).flatMap(({ bank, path }) =>
      before.has(bank) ? [] : [{ bank, place: `content.${section}.exam.${path}` }],
    );
  });
  if (named.length === 0) return;
  const found = await holdBanks(trx, [...new Set(named.map(({ bank }) => bank))]);
  const lost = named.filter(({ bank }) => !found.has(bank));
  if (lost.length === 0) return;
  throw new Failure('BAD_INPUT', {
    fields: Object.fromEntries(lost.map(({ place }) => [place, m.faults_this_question_bank_was_deleted()])),
  });
}

/** The banks that an exam names, and where. */
function namedBanks(exam: Pick<Exam, 'draws' | 'settings'> | null): { bank: string; path: string }[] {
  if (!exam) return [];
  const draws = exam.draws.map(({ bank }, at) => ({ bank, path: `draws.${at}.bank` }));
  const { practiceBank } = exam.settings;
  return practiceBank === null ? draws : [...draws, { bank: practiceBank, path: 'settings.practiceBank' }];
}
