/** A way in which exams of other platforms failed, or a proof that is demanded, and the tests that attack us with it. */
export interface ExamFailure {
  readonly name: string;
  /** Where it was told, or the number of the proof. */
  readonly source: string;
  /** Files from the root of the repository, each with the name of a test in it. */
  readonly tests: readonly (readonly [file: string, test: string])[];
}

const exams = (name: string) => `src/server/areas/exams/${name}.test.ts`;
const browser = (name: string) => `tests/e2e/exams/${name}.spec.ts`;
const KNOWN = exams('attempts/known-failures');

export const EXAM_FAILURES: readonly ExamFailure[] = [
  {
    name: 'an answer of several choices is not stored',
    source: 'Artemis #1770',
    tests: [
      [KNOWN, 'an answer of the shape %s is stored as it was given'],
      [browser('exams'), 'a candidate answers every kind by keyboard, hands in, passes and is told why'],
    ],
  },
  {
    name: 'handed in early in one tab, written on in the other',
    source: 'Artemis #1903',
    tests: [
      [KNOWN, 'who hands in early in one tab and goes on writing in the other is refused there'],
      [browser('exams'), 'who hands in in one tab cannot go on in the other, and sees the result there too'],
    ],
  },
  {
    name: 'a submission without answers locks its learner out, or stays pending',
    source: 'lms-front #847',
    tests: [
      [KNOWN, 'an attempt without a single answer has a result, never stays pending, and the next can begin'],
      [exams('marking/marking'), 'an exam in which nothing was written has its result at once'],
    ],
  },
  {
    name: 'handing in and grading by itself at one moment',
    source: 'Coursemology #2102',
    tests: [
      [KNOWN, 'handing in while the deadline grades makes one result'],
      [exams('exams'), 'whatever two tabs, the deadline and the sweep do, and in whatever order'],
    ],
  },
  {
    name: 'a retry makes a second submission',
    source: 'frappe/lms #2659',
    tests: [[KNOWN, 'a retried start or hand-in makes no second attempt']],
  },
  {
    name: 'attempt and timer are in the browser only',
    source: 'frappe/lms #1730',
    tests: [
      [KNOWN, 'attempt and clock are the server’s: they go on where the browser forgot them'],
      [
        browser('exams'),
        'when the time is over the saved answers are graded, whatever the clock of the device',
      ],
    ],
  },
  {
    name: 'an answer is not saved and nobody is told',
    source: 'Chamilo #3561',
    tests: [
      [KNOWN, 'an answer is acknowledged and kept, or refused with a code: never dropped without a word'],
      [browser('exams'), 'what was saved is there after the page was lost, and what was not saved waits'],
    ],
  },
  {
    name: 'a device that was offline replaces what another gave later',
    source: 'decision 27',
    tests: [
      [
        exams('attempts/devices'),
        'a page that comes back from offline does not replace what another device gave later',
      ],
      [browser('marking'), 'two devices of one learner: what the phone kept while offline does not replace'],
    ],
  },
  {
    name: 'of two markers one overwrites the other',
    source: 'issue 5',
    tests: [
      [
        exams('marking/marking'),
        'of two markers at one moment one marks, and the other is shown what was given',
      ],
      [browser('marking'), 'two markers open one answer: the second is told what the first gave'],
    ],
  },
  {
    name: 'a mark and a regrade at one moment',
    source: 'issue 5',
    tests: [
      [exams('regrade/regrade'), '%s: the mark and the corrected key are both kept, and there is one result'],
    ],
  },
  {
    name: 'process and database are killed',
    source: 'R1',
    tests: [
      ['tests/durability/exam-answers.test.ts', 'candidates while server and database are killed in turn'],
    ],
  },
  {
    name: 'answers, handing in and expiry in every order',
    source: 'R2',
    tests: [[exams('exams'), 'whatever two tabs, the deadline and the sweep do, and in whatever order']],
  },
  {
    name: 'wrong clocks, change of summer time',
    source: 'R3',
    tests: [
      ['src/domain/exams/exam-rules.test.ts', 'whichever comes first, and no clock change moves it'],
      [
        exams('attempts/devices'),
        'an answer that waited past the deadline is not taken, however early it was given',
      ],
      [
        browser('exams'),
        'when the time is over the saved answers are graded, whatever the clock of the device',
      ],
    ],
  },
  {
    name: 'one request many times',
    source: 'R13',
    tests: [
      ['tests/integration/http/idempotency.test.ts', 'the same key gives the same reply and one effect'],
      ['tests/integration/http/idempotency.test.ts', 'of sixteen at once one has an effect'],
      ['tests/attack/requests/every-change-twice.test.ts', 'sent twice has one effect with a key'],
      [
        'tests/attack/requests/every-change-at-once.test.ts',
        'by several at once with one key has one effect',
      ],
      [KNOWN, 'a retried start or hand-in makes no second attempt'],
    ],
  },
];
