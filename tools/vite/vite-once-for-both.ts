import type { Plugin, PluginOption } from 'vite';

/** The parts of a plugin, each of which rewrites a module once for the browser and the server, as long as its code is the same. */
export function onceForBoth(option: PluginOption): PluginOption {
  if (Array.isArray(option)) return option.map(onceForBoth);
  if (!option || !('transform' in option) || typeof option.transform !== 'object') return option;
  const { handler } = option.transform;
  const known = new Map<string, ReturnType<typeof handler>>();
  const remembering: typeof handler = function (code, id, options) {
    const key = `${id}\0${code}`;
    const made = known.get(key) ?? handler.call(this, code, id, options);
    known.set(key, made);
    return made;
  };
  return { ...option, transform: { ...option.transform, handler: remembering } } satisfies Plugin;
}
