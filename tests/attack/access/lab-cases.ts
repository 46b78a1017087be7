import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, course } from './access-objects.ts';

const section: NonNullable<AccessCase['input']> = (...args) => ({ id: course(...args).sections[0]?.id });
const withFiles: NonNullable<AccessCase['input']> = (...args) => ({
  ...section(...args),
  files: { 'main.js': '1' },
  baseVersion: 0,
});

/** A section that has no lab: whoever may open the section is told so, nobody else learns even that. */
const refused = {
  own: 'LAB_NOT_FOUND',
  foreign: 'LAB_NOT_FOUND',
  unknown: 'LAB_NOT_FOUND',
} satisfies Omit<AccessCase, 'input'>;

const withSource: NonNullable<AccessCase['input']> = (...args) => ({ ...section(...args), source: {} });

export const LAB_CASES: Readonly<Record<string, AccessCase>> = {
  'labAuthoring.get': { input: section, ...refused },
  'labAuthoring.read': { input: withSource, ...refused },
  'labAuthoring.prove': { input: withSource, ...refused },
  'labAuthoring.try': { input: (...args) => ({ ...withSource(...args), files: {} }), ...refused },
  'labAuthoring.save': { input: (...args) => ({ ...withSource(...args), version: 0 }), ...refused },
  'labAuthoring.remove': { input: section, ...refused },
  'labs.get': { input: section, ...refused },
  'labs.saveFiles': { input: withFiles, ...refused },
  'labs.reset': { input: (...args) => ({ ...section(...args), baseVersion: 0 }), ...refused },
  'labs.submit': { input: (...args) => ({ ...section(...args), version: 0 }), ...refused },
  'labs.runs': { input: section, ...refused },
  'labs.run': {
    input: () => ({ runId: UNKNOWN }),
    own: 'RUN_NOT_FOUND',
    unknown: 'RUN_NOT_FOUND',
    deleted: 'never',
  },
  'labs.openHint': { input: section, ...refused },
  'labs.solution': { input: section, ...refused },
  'labs.learners': { input: section, ...refused },
  'labs.solutions': { input: section, ...refused },
  'labs.stuck': { input: section, ...refused },
  'labs.submissions': { input: section, ...refused },
  'labs.submission': {
    input: () => ({ runId: UNKNOWN }),
    own: 'RUN_NOT_FOUND',
    unknown: 'RUN_NOT_FOUND',
    deleted: 'never',
  },
};
