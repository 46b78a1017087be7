/** Which part of the product may import which. Read by arrows.test.ts, which walks every import (type imports too). */
export interface Part {
  readonly name: string;
  /** Files of the part: the first pattern that matches a path decides. */
  readonly files: RegExp;
  /** Names of the parts it may import; its own part is always allowed unless `closed` is set. */
  readonly may: readonly string[];
  /** Siblings of such a part may not import each other (the first group of `files` is the sibling's name). */
  readonly closed?: boolean;
}

/** The areas in order: a later one may import an earlier one, never back. The last group is imported by nobody. */
export const AREA_ORDER = [
  ['billing'],
  ['accounts'],
  ['sign-ins'],
  ['media', 'categories', 'site'],
  ['settings'],
  ['plans'],
  ['courses'],
  ['certificates'],
  ['banks'],
  ['folders'],
  ['learning', 'posts'],
  ['authors'],
  ['exams'],
  ['labs'],
  ['comments'],
  ['reviews'],
  ['notifications', 'announcements', 'search', 'admin', 'privacy', 'invitations'],
] as const;

const SERVER_SHARED = [
  'domain',
  'contract',
  'server-base',
  'server-db',
  'server-platform',
  'server-markdown',
];

export const PARTS: readonly Part[] = [
  { name: 'domain', files: /^src\/domain\//, may: [] },
  { name: 'contract', files: /^src\/contract\//, may: ['domain', 'messages'] },
  { name: 'labs', files: /^src\/labs\//, may: ['domain'] },
  { name: 'emails', files: /^src\/emails\//, may: ['domain', 'messages'] },
  { name: 'messages', files: /^src\/messages\//, may: [] },
  {
    name: 'server-main',
    files: /^src\/server\/(main|judge|start\/.+)\.ts$/,
    may: [
      'domain',
      'contract',
      'emails',
      'server-base',
      'server-db',
      'server-platform',
      'server-markdown',
      'server-areas',
      'server-jobs',
      'server-http',
    ],
  },
  {
    name: 'server-cli',
    files: /^src\/server\/cli\//,
    may: [
      'domain',
      'contract',
      'server-base',
      'server-db',
      'server-platform',
      'server-markdown',
      'server-areas',
      'server-jobs',
    ],
  },
  {
    name: 'server-http',
    files: /^src\/server\/http\//,
    may: [
      'domain',
      'messages',
      'labs',
      'contract',
      'server-base',
      'server-db',
      'server-platform',
      'server-markdown',
      'server-areas',
    ],
  },
  {
    name: 'server-jobs',
    files: /^src\/server\/jobs\//,
    may: ['domain', 'contract', 'emails', 'server-base', 'server-db', 'server-platform', 'server-areas'],
  },
  {
    name: 'server-areas',
    files: /^src\/server\/areas\/([^/]+)\//,
    may: [...SERVER_SHARED, 'emails', 'messages'],
  },
  { name: 'server-markdown', files: /^src\/server\/markdown\//, may: ['messages', 'domain'] },
  {
    name: 'server-db',
    files: /^src\/server\/db\//,
    may: ['domain', 'contract', 'emails', 'server-base', 'server-platform'],
  },
  { name: 'server-platform', files: /^src\/server\/platform\//, may: ['domain', 'labs', 'server-base'] },
  {
    name: 'server-base',
    files: /^src\/server\/(csv\/|zip\/)?[^/]+\.ts$/,
    may: ['domain', 'contract', 'server-db', 'server-platform'],
  },
  {
    name: 'web-entry',
    files: /^src\/web\/[^/]+\.tsx?$/,
    may: ['domain', 'contract', 'messages', 'web-lib', 'web-theme', 'web-ui', 'web-features', 'web-routes'],
  },
  {
    name: 'web-routes',
    files: /^src\/web\/routes\//,
    may: ['domain', 'contract', 'messages', 'web-lib', 'web-theme', 'web-ui', 'web-features', 'web-entry'],
  },
  {
    name: 'web-features',
    files: /^src\/web\/features\/([^/]+)\//,
    may: ['domain', 'contract', 'labs', 'messages', 'web-lib', 'web-theme', 'web-ui'],
    closed: true,
  },
  { name: 'web-ui', files: /^src\/web\/ui\//, may: ['domain', 'messages', 'web-lib', 'web-theme'] },
  { name: 'web-theme', files: /^src\/web\/theme\//, may: ['domain', 'web-lib'] },
  { name: 'web-lib', files: /^src\/web\/lib\//, may: ['domain', 'contract', 'messages'] },
  {
    name: 'tests-kit',
    files: /^tests\/kit\//,
    may: [
      'domain',
      'contract',
      'emails',
      'server-base',
      'server-db',
      'server-platform',
      'server-markdown',
      'server-areas',
      'server-http',
      'server-jobs',
    ],
  },
  { name: 'tests', files: /^tests\//, may: ['*'] },
  { name: 'benchmarks', files: /^benchmarks\//, may: ['*'] },
  { name: 'tools', files: /^(tools\/|[^/]+\.ts$)/, may: ['*'] },
];
