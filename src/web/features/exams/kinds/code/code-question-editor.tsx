import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, use, useId } from 'react';
import { type CodeQuestion, type CodeSpec, filesOf, labOf } from '#domain/exams/kinds/code/code';
import type { LabFiles } from '#domain/labs/lab-spec';
import { RUNNERS, type Runner } from '#domain/labs/runners';
import { visibleChecks } from '#domain/labs/visible-checks';
import { CodeTools } from '#web/lib/code-bench.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { TextList } from '../../author/text-list.tsx';
import own from './code-question-editor.module.css';
import { namedFor } from './first-files.ts';
import { GivenFiles } from './given-files.tsx';

const ChecksEditor = lazy(() =>
  import('./checks-editor.tsx').then((loaded) => ({ default: loaded.ChecksEditor })),
);

const RUNNER_WORDS = new Map<Runner, () => string>([
  ['javascript', m.author_code_javascript],
  ['http', m.author_code_http],
  ['dom', m.author_code_dom],
  ['python', m.author_code_python],
  ['sql', m.author_code_sql],
  ['shell', m.author_code_shell],
]);
const TYPED: readonly Runner[] = ['javascript', 'http', 'dom'];

/** Code: its language, its files, the solution that passes every check, and the checks. */
export function CodeQuestionEditor({ fault, onChange, question }: KindEditorProps<'code'>) {
  const { code } = question;
  const { labs } = siteInfo(useQueryClient());
  const change = (changes: Partial<typeof code>) => onChange({ ...question, code: { ...code, ...changes } });
  const said = within(fault, 'code');
  return (
    <>
      {labs && <Notice>{m.author_code_by_hand()}</Notice>}
      <div className={classes.pair}>
        <SelectField
          label={m.author_code_runner()}
          value={code.runner}
          error={said('runner')}
          onChange={({ target: { value } }) => {
            const runner = RUNNERS.find((each) => each === value) ?? 'javascript';
            onChange({ ...question, code: inLanguage(code, runner) });
          }}
        >
          {RUNNERS.map((runner) => (
            <option key={runner} value={runner}>
              {RUNNER_WORDS.get(runner)?.()}
            </option>
          ))}
        </SelectField>
        {TYPED.includes(code.runner) && (
          <SelectField
            label={m.author_code_types()}
            help={m.author_code_types_help()}
            value={code.typecheck ?? ''}
            onChange={({ target: { value } }) => {
              const typecheck = (['strict', 'loose'] as const).find((each) => each === value);
              change({ typecheck });
            }}
          >
            <option value="">{m.author_code_types_none()}</option>
            <option value="loose">{m.author_code_types_loose()}</option>
            <option value="strict">{m.author_code_types_strict()}</option>
          </SelectField>
        )}
        <NumberField
          label={m.author_code_seconds()}
          value={code.seconds}
          error={said('seconds')}
          onChange={(seconds) => change({ seconds: seconds ?? Number.NaN })}
        />
      </div>
      <Paths code={code} fault={said} onChange={change} />
      <Written
        question={question}
        part="solution"
        title={m.author_code_solution()}
        help={m.author_code_solution_help()}
        runWords={m.author_code_run_solution()}
        words={{ empty: m.author_code_solution_empty(), passed: m.author_code_solution_passed() }}
        fault={said('solution')}
        onChange={(solution) => change({ solution })}
      />
      <Written
        question={question}
        part="files"
        title={m.author_code_start()}
        help={m.author_code_start_help()}
        runWords={m.author_code_run_start()}
        words={{ empty: m.author_code_start_empty(), passed: m.author_code_start_passed() }}
        fault={undefined}
        onChange={(files) => change({ files })}
      />
      <Suspense fallback={<LoadingState inline />}>
        <ChecksEditor
          runner={code.runner}
          checks={code.checks}
          fault={said('checks')}
          onChange={(checks) => change({ checks })}
        />
      </Suspense>
      <GivenFiles code={code} fault={said} onChange={change} />
    </>
  );
}

type Code = KindEditorProps<'code'>['question']['code'];

/** The names of the files that learners edit, in the order of their tabs; the solution has the same. */
function Paths({
  code,
  fault,
  onChange,
}: {
  code: Code;
  fault: KindEditorProps<'code'>['fault'];
  onChange: (changes: Partial<Code>) => void;
}) {
  // A new name is one of the solution's file, too.
  const items = code.files.map(({ path, text }) => ({ path, text, was: path }));
  return (
    <TextList
      legend={m.author_code_files()}
      help={m.author_code_files_help()}
      items={items}
      fresh={{ path: '', text: '', was: '' }}
      addWords={m.author_code_file_add()}
      least={1}
      ordered
      fault={within(fault, 'files')}
      onChange={(next) => {
        const texts = new Map(code.solution.map(({ path, text }) => [path, text]));
        onChange({
          files: next.map(({ path, text }) => ({ path, text })),
          solution: next.map(({ path, was }) => ({ path, text: texts.get(was) ?? '' })),
        });
      }}
      row={(file, at, set) => (
        <TextField
          label={m.author_code_path({ number: at + 1 })}
          value={file.path}
          error={fault(`files.${at}.path`)}
          spellCheck={false}
          onChange={({ target: { value } }) => set({ ...file, path: value })}
        />
      )}
    />
  );
}

interface WrittenProps {
  question: CodeQuestion;
  part: 'files' | 'solution';
  title: string;
  help: string;
  runWords: string;
  words: { readonly empty: string; readonly passed: string };
  fault: string | undefined;
  onChange: (files: { path: string; text: string }[]) => void;
}

/** Files in the editor that learners have, run by all checks. */
function Written({ fault, help, onChange, part, question, runWords, title, words }: WrittenProps) {
  const id = useId();
  const tools = use(CodeTools);
  const { labs } = siteInfo(useQueryClient());
  const { code } = question;
  const files = filesOf(code.files.map(({ path }) => ({ path, text: textOf(code[part], path) })));
  return (
    <section className={own.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className={classes.hint}>{help}</p>
      {tools && (
        <Suspense fallback={<LoadingState inline />}>
          <tools.Bench
            spec={openSpec(question)}
            files={files}
            labelledBy={id}
            runWords={runWords}
            words={words}
            canRun={labs !== 'off'}
            onChange={(next) => onChange(listOf(next))}
          />
        </Suspense>
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

/** The same in another language, without what that has no use for. */
function inLanguage({ setup, typecheck, ...rest }: Code, runner: Runner): Code {
  const next = { ...rest, ...namedFor(runner, rest), runner };
  if (TYPED.includes(runner)) return { ...next, ...(typecheck && { typecheck }) };
  return { ...next, ...(setup && { setup }) };
}

/** For the author nothing is hidden. What cannot be read as a check is left out. */
function openSpec(question: CodeQuestion) {
  const checks = question.code.checks.filter(
    ({ id, name }) => typeof id === 'string' && typeof name === 'string',
  );
  const lab = labOf({ ...question, code: { ...question.code, checks } });
  return visibleChecks({ ...lab, checks: lab.checks.map((check) => ({ ...check, hidden: false })) });
}

function textOf(files: CodeSpec['files'], path: string): string {
  return files.find((file) => file.path === path)?.text ?? '';
}

function listOf(files: LabFiles): { path: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}
