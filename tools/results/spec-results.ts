import { relative } from 'node:path';
import { namedTest, type Statement } from './spec-statements.ts';

/** What the two runners report, as far as it is read here. */
export interface VitestFiles {
  readonly testResults?: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}
export interface PlaywrightSuite {
  readonly file?: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly file: string;
    readonly tests?: readonly {
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

export interface Outcome {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  /** Of each try that failed, what it said. */
  readonly failures: readonly string[];
}

export function outcomes(root: string, unit: VitestFiles | null, browser: PlaywrightSuite | null): Outcome[] {
  const units = (unit?.testResults ?? []).flatMap(({ assertionResults, name }) =>
    assertionResults.map(({ failureMessages = [], status, title }) => ({
      title,
      failures: failureMessages,
      file: relative(root, name),
      passed: status === 'passed',
    })),
  );
  return [...units, ...(browser ? specsOf(browser) : [])];
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): Outcome[] {
  const own = specs.map(({ file, ok, tests = [], title }) => ({
    title,
    file: `tests/e2e/${file}`,
    passed: ok,
    failures: tests.flatMap(({ results }) =>
      results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
    ),
  }));
  return [...own, ...suites.flatMap(specsOf)];
}

/** The statements of which a test failed or did not run. */
export function openAfter(statements: readonly Statement[], run: readonly Outcome[]): Statement[] {
  return statements.filter(({ tests }) =>
    tests.map(namedTest).some(({ file, title }) => {
      const matches = titlePattern(title);
      const own = run.filter((each) => each.file === file && matches.test(each.title));
      return own.length === 0 || own.some(({ passed }) => !passed);
    }),
  );
}

/** Tests over a table carry the values in place of %s and $name. */
function titlePattern(title: string): RegExp {
  const parts = title.split(/%\w|\$\w+(?:\.\w+)*/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
