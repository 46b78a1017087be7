/** One of the classes of bugs that broke a learning platform so far, and where we attack ourselves with it. */
export interface AttackClass {
  readonly number: number;
  readonly name: string;
  /** Tests that attack it, from the root of the repository. */
  readonly files: readonly string[];
  /** Features that it will be possible in, and what they will be called; once one is there, it needs a file here. */
  readonly awaits?: { readonly feature: string; readonly pattern: RegExp };
}

const own = (name: string) => `tests/attack/${name}.test.ts`;
const account = (name: string) => `src/server/areas/accounts/${name}.test.ts`;

export const CLASSES: readonly AttackClass[] = [
  {
    number: 1,
    name: 'text of a stranger that runs in the browser of staff',
    files: [
      'tests/e2e/writing/hostile-text.spec.ts',
      own('content/page-html'),
      'src/server/markdown/render-markdown.test.ts',
    ],
    awaits: { feature: 'attachments and support tickets', pattern: /attachment|ticket/i },
  },
  {
    number: 2,
    name: 'SVG as a picture',
    files: [own('classes/class-02-svg-upload'), account('profile/avatar')],
  },
  {
    number: 3,
    name: 'a course package or backup that brings more than a course',
    files: [own('classes/class-03-hostile-course-package'), 'src/server/db/backup/damaged-backup.test.ts'],
    awaits: {
      feature: 'import of courses over HTTP',
      pattern: /courses?[./-]?import|import[./-]?courses?|scorm|mbz/i,
    },
  },
  {
    number: 4,
    name: 'plain text that reaches an HTML sink',
    files: ['tools/limits.test.ts', own('content/page-html'), 'tests/e2e/writing/hostile-text.spec.ts'],
    awaits: { feature: 'calendars', pattern: /calendar|\bical\b|\.ics/i },
  },
  {
    number: 5,
    name: "another one's progress by its id",
    files: [
      own('classes/class-05-progress-of-others'),
      own('access/access-matrix'),
      own('requests/mass-assignment'),
    ],
  },
  { number: 6, name: 'answers of exams that can be read', files: [own('content/canary')] },
  {
    number: 7,
    name: 'verdicts on oneself',
    files: [own('classes/class-07-self-grading'), own('requests/mass-assignment')],
  },
  {
    number: 8,
    name: 'files of others by guess or old link',
    files: [own('classes/class-08-files-of-others'), 'src/server/areas/exams/marking/marking.test.ts'],
    awaits: { feature: 'signed addresses of files', pattern: /signed-?(?:url|address)|\/files\// },
  },
  { number: 9, name: 'ids used as secrets', files: [own('classes/class-09-ids-open-nothing')] },
  {
    number: 10,
    name: 'a function without a check',
    files: [own('classes/class-10-undeclared-access'), own('access/access-matrix')],
  },
  {
    number: 11,
    name: 'what is paid for, without paying',
    files: [own('content/canary'), own('access/access-matrix')],
  },
  { number: 12, name: 'a higher plan by oneself', files: [own('classes/class-12-self-service-tier')] },
  {
    number: 13,
    name: 'billing records by parameter',
    files: [
      own('billing/records-of-others'),
      own('billing/money'),
      own('billing/teams'),
      own('access/access-matrix'),
    ],
  },
  {
    number: 14,
    name: 'forged webhooks',
    files: [own('billing/forged-notices'), 'tests/stripe/notices.test.ts'],
  },
  {
    number: 15,
    name: 'a role at sign-up',
    files: [own('classes/class-15-role-at-sign-up'), own('requests/mass-assignment')],
  },
  {
    number: 16,
    name: 'keys for somebody else',
    files: [own('classes/class-16-keys-for-others'), account('keys/keys'), own('requests/mass-assignment')],
  },
  {
    number: 17,
    name: 'a change of address that nobody confirmed',
    files: [
      own('classes/class-17-unconfirmed-address'),
      own('accounts/change-of-address'),
      account('registration/registration'),
    ],
  },
  {
    number: 18,
    name: 'linking by an unverified address',
    files: [own('accounts/external-sign-in'), 'tests/integration/http/github-sign-in.test.ts'],
  },
  {
    number: 19,
    name: 'requests of the server to addresses of strangers',
    files: [own('classes/class-19-server-side-requests')],
  },
  {
    number: 20,
    name: 'SQL in a public filter',
    files: [own('classes/class-20-sql-injection'), 'tools/limits.test.ts'],
  },
  {
    number: 21,
    name: 'archives that leave their folder',
    files: [
      'src/server/db/backup/damaged-backup.test.ts',
      'src/server/areas/courses/folders/import-course.test.ts',
      'src/server/areas/folders/importing/unpack-folders.test.ts',
    ],
  },
  {
    number: 22,
    name: 'secrets that can be guessed',
    files: [own('classes/class-22-predictable-secret'), own('accounts/stolen-database')],
  },
  {
    number: 23,
    name: 'passwords by trying',
    files: [
      own('classes/class-23-brute-force'),
      own('classes/class-23-second-factor'),
      own('accounts/lockout'),
      'src/server/http/client-address.test.ts',
      'tests/integration/http/rate-limit.test.ts',
    ],
  },
  {
    number: 24,
    name: 'requests from other sites',
    files: [own('requests/csrf'), own('requests/reads-change-nothing')],
  },
  {
    number: 25,
    name: 'other spellings of an address',
    files: [own('classes/class-25-address-variants'), own('requests/body-limit')],
  },
  {
    number: 26,
    name: 'the wrong kind of credential',
    files: [own('classes/class-26-wrong-credential'), own('accounts/support-session')],
  },
];
