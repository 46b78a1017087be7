import { useQuery } from '@tanstack/react-query';
import type { ExamForm } from '#contract/exams/exam-form';
import { COUNTING, FEEDBACK } from '#domain/exams/exam-settings';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { MomentField } from '#web/ui/fields/moment-field.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { bankTagsQuery } from '../banks/bank-queries.ts';
import classes from './author.module.css';
import type { Fault } from './faults.ts';
import { NumberField } from './number-field.tsx';
import { WaitField } from './wait-field.tsx';

const FEEDBACK_WORDS: Record<(typeof FEEDBACK)[number], () => string> = {
  never: m.author_feedback_never,
  'after-attempt': m.author_feedback_after_attempt,
  'after-passing': m.author_feedback_after_passing,
  'after-closing': m.author_feedback_after_closing,
};
const COUNTING_WORDS: Record<(typeof COUNTING)[number], () => string> = {
  best: m.author_counts_best,
  last: m.author_counts_last,
  first: m.author_counts_first,
  average: m.author_counts_average,
};

interface SettingsEditorProps {
  exam: ExamForm;
  onChange: (exam: ExamForm) => void;
  fault: Fault;
}

/** How an exam is held. */
export function SettingsEditor({ exam, fault, onChange }: SettingsEditorProps) {
  const { settings } = exam;
  const { practiceBank } = settings;
  const { data: banks = [] } = useQuery(bankTagsQuery(useApi()));
  const set = (change: Partial<ExamForm['settings']>) =>
    onChange({ ...exam, settings: { ...settings, ...change } });
  const at = (name: keyof ExamForm['settings']) => fault(`settings.${name}`);
  return (
    <div className={classes.settings}>
      <div className={classes.pair}>
        <NumberField
          label={m.author_pass_mark()}
          value={exam.passMark}
          error={fault('passMark')}
          onChange={(passMark) => onChange({ ...exam, passMark: passMark ?? Number.NaN })}
        />
        <NumberField
          label={m.author_time_limit()}
          help={m.author_no_limit()}
          value={settings.timeLimit}
          empty={null}
          error={at('timeLimit')}
          onChange={(timeLimit) => set({ timeLimit })}
        />
        <NumberField
          label={m.author_attempts()}
          help={m.author_no_limit()}
          value={settings.attempts}
          empty={null}
          error={at('attempts')}
          onChange={(attempts) => set({ attempts })}
        />
        <WaitField value={settings.wait} error={at('wait')} onChange={(wait) => set({ wait })} />
        <SelectField
          label={m.author_counts()}
          value={settings.counts}
          onChange={({ target: { value } }) =>
            set({ counts: COUNTING.find((one) => one === value) ?? 'best' })
          }
        >
          {COUNTING.map((one) => (
            <option key={one} value={one}>
              {COUNTING_WORDS[one]()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={m.author_feedback()}
          help={m.author_feedback_help()}
          value={settings.feedback}
          onChange={({ target: { value } }) =>
            set({ feedback: FEEDBACK.find((one) => one === value) ?? 'never' })
          }
        >
          {FEEDBACK.map((one) => (
            <option key={one} value={one}>
              {FEEDBACK_WORDS[one]()}
            </option>
          ))}
        </SelectField>
        <MomentField
          label={m.author_opens()}
          help={m.author_moment_help()}
          value={settings.opensAt}
          error={at('opensAt')}
          onChange={(opensAt) => set({ opensAt })}
        />
        <MomentField
          label={m.author_closes()}
          help={m.author_moment_help()}
          value={settings.closesAt}
          error={at('closesAt')}
          onChange={(closesAt) => set({ closesAt })}
        />
        <SelectField
          label={m.author_practice_bank()}
          help={m.author_practice_bank_help()}
          value={practiceBank ?? ''}
          error={at('practiceBank')}
          onChange={({ target: { value } }) => set({ practiceBank: value || null })}
        >
          <option value="">{m.author_practice_none()}</option>
          {practiceBank && !banks.some(({ slug }) => slug === practiceBank) && (
            <option value={practiceBank}>{practiceBank}</option>
          )}
          {banks.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={settings.shuffle}
          onChange={(event) => set({ shuffle: event.target.checked })}
        />
        {m.author_shuffle()}
      </label>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={settings.navigation === 'forward'}
          onChange={(event) => set({ navigation: event.target.checked ? 'forward' : 'free' })}
        />
        {m.author_forward()}
      </label>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={settings.blind}
          onChange={(event) => set({ blind: event.target.checked })}
        />
        {m.author_blind()}
      </label>
    </div>
  );
}
