import type { Repository } from '../store/repository.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** Whether `.gitignore` leaves a path out. Asked from the top down: what is below an ignored folder is never asked. */
export type Ignore = (path: string, isFolder: boolean) => Promise<boolean>;

export function readIgnore({ folder, fs, root }: Repository): Ignore {
  const known = new Map<string, Promise<Rule[]>>();
  const rulesOf = async (file: string, base: string): Promise<Rule[]> =>
    (await fs.exists(file))
      ? (await fs.readFile(file)).split('\n').flatMap((line) => ruleOf(line, base))
      : [];
  const cached = (file: string, base: string) => {
    const rules = known.get(file) ?? rulesOf(file, base);
    known.set(file, rules);
    return rules;
  };
  return async (path, isFolder) => {
    const parts = path.split('/');
    const rules = [...(await cached(`${folder}/info/exclude`, ''))];
    for (let depth = 0; depth < parts.length; depth += 1) {
      const base = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      rules.push(...(await cached(`${root}/${base}.gitignore`, base)));
    }
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.pattern.test(path));
    return last !== undefined && !last.isNegated;
  };
}

function ruleOf(line: string, base: string): Rule[] {
  const text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const isNegated = text.startsWith('!');
  const foldersOnly = text.endsWith('/');
  const body = text.replace(/^!/, '').replace(/\/$/, '').replace(/^\\/, '');
  const isAnchored = body.includes('/');
  const source = patternOf(body.replace(/^\//, ''));
  const start = `^${escaped(base)}${isAnchored ? '' : '(?:.*/)?'}`;
  try {
    return [{ pattern: new RegExp(`${start}${source}$`), isNegated, foldersOnly }];
  } catch {
    return [];
  }
}

function patternOf(glob: string): string {
  return glob
    .split(/(\*\*\/|\/\*\*$|\*+|\?|\[[^\]]*\])/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '/**') return '/.*';
      if (/^\*+$/.test(part)) return '[^/]*';
      if (part === '?') return '[^/]';
      return /^\[.*\]$/.test(part) ? part.replace(/^\[!/, '[^') : escaped(part);
    })
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
