/** Where nginx would send a request: to these directives, or back with a slash at the end of its path. */
export type Place = { readonly directives: string } | 'redirect' | undefined;

/**
 * A small reading of how nginx chooses a location: the one that is equal, then the first regular expression that fits, unless
 * the longest prefix forbids it, then that prefix. Of a prefix that ends in a slash and passes requests on, nginx answers the
 * path without the slash with a redirect.
 */
export function nginxPlace(config: string, path: string): Place {
  const locations = [...config.matchAll(/^ *location (?:(=|~\*?|\^~) )?(\S+) \{\n([\s\S]*?)\n {4}\}$/gm)].map(
    ([, kind = '', pattern = '', directives = '']) => ({ kind, pattern, directives }),
  );
  const equal = locations.find(({ kind, pattern }) => kind === '=' && pattern === path);
  if (equal) return equal;
  const prefixes = locations.filter(({ kind }) => kind === '' || kind === '^~');
  const isPassed = ({ directives }: { directives: string }) => directives.includes('proxy_pass');
  if (prefixes.some((each) => each.pattern === `${path}/` && isPassed(each))) return 'redirect';
  const longest = prefixes
    .filter(({ pattern }) => path.startsWith(pattern))
    .sort((one, other) => other.pattern.length - one.pattern.length)[0];
  if (longest?.kind === '^~') return longest;
  const fits = ({ kind, pattern }: { kind: string; pattern: string }) =>
    kind.startsWith('~') && new RegExp(pattern, kind === '~*' ? 'i' : '').test(path);
  return locations.find(fits) ?? longest;
}
