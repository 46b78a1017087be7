import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export const LAB_YAML = `# Why two: the boundary is where loops go wrong.
runner: javascript
typecheck: strict
checks:
  - { id: two, name: "Doubles 1", module: src/double, call: double, args: [1], equals: 2 }
  - { id: more, name: "Doubles what you don't see", hidden: true, module: src/double, call: double, args: [21], equals: 42, hint: "What is twice 21?" }
hints: ["Multiply."]
`;

const COURSE = `title: Labs
description: Labs that run.
level: beginner
subscription_level: free
categories: [Code]
tags: []
outcomes: []
`;

/** A course with one lab that runs; the lab's own files by their path in its folder. */
export const LAB_COURSE: Readonly<Record<string, string>> = {
  'course.yaml': COURSE,
  '01-double.lab.md': '---\nid: double\ntitle: Double\ntype: text\nminutes: 5\n---\n\nDouble it.\n',
  '01-double.lab/lab.yaml': LAB_YAML,
  '01-double.lab/files/src/double.ts': 'export const double = (n: number): number => n;\n',
  '01-double.lab/solution/src/double.ts': 'export const double = (n: number): number => n * 2;\n',
};

/** A course folder with these files, by path; gone after the test. A file that is undefined is left out. */
export function courseFolder(files: Readonly<Record<string, string | undefined>>, name = 'labs'): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-labs-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The text of every file below a folder, by path. */
export function readTree(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = names.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
