/**
 * Runs inside QuickJS before the learner's code: what the language lacks there, and the way of values out and in. It
 * keeps its own copies of what it uses; what a learner overwrites afterwards spoils only the learner's answers.
 */
export const GUEST = `(() => {
const D = Date, M = Map, S = Set, A = Array.isArray, O = Object, E = Error, P = JSON.parse, J = JSON.stringify, Str = String;
const { getPrototypeOf, keys, is, fromEntries } = O, finite = Number.isFinite, big = BigInt, num = Number;
const call = Function.prototype.call, uncurry = call.bind.bind(call);
const slice = uncurry(Array.prototype.slice), map = uncurry(Array.prototype.map), push = uncurry(Array.prototype.push);
const iso = D.prototype.toISOString, mapEach = M.prototype.forEach, setEach = S.prototype.forEach;
const has = uncurry(S.prototype.has), add = uncurry(S.prototype.add), isIso = uncurry(iso);
const eachOfMap = uncurry(mapEach), eachOfSet = uncurry(setEach), isNan = Number.isNaN, time = uncurry(D.prototype.getTime);
const pack = (v, d, seen) => {
  if (d > 12) return { t: 'deep' };
  switch (typeof v) {
    case 'string': return v.length > 65536 ? { t: 'long', n: v.length } : v;
    case 'boolean': return v;
    case 'undefined': return { t: 'undefined' };
    case 'bigint': return { t: 'bigint', v: Str(v) };
    case 'number': return finite(v) && !is(v, -0) ? v : { t: 'number', v: is(v, -0) ? '-0' : Str(v) };
    case 'symbol': return { t: 'symbol', v: Str(v) };
    case 'function': return { t: 'function', v: Str(v.name) };
  }
  if (v === null) return null;
  if (has(seen, v)) return { t: 'circular' };
  const path = new S(seen); add(path, v);
  const next = (x) => pack(x, d + 1, path);
  if (v instanceof E) return { t: 'error', name: Str(v.name), message: Str(v.message) };
  if (v instanceof D) return { t: 'date', v: isNan(time(v)) ? 'Invalid Date' : isIso(v) };
  if (v instanceof M) { const items = []; eachOfMap(v, (x, k) => { if (items.length < 2000) push(items, [next(k), next(x)]); }); return { t: 'map', v: items }; }
  if (v instanceof S) { const items = []; eachOfSet(v, (x) => { if (items.length < 2000) push(items, next(x)); }); return { t: 'set', v: items }; }
  if (A(v)) { const items = []; for (let i = 0; i < v.length && i < 2000; i++) push(items, next(v[i])); return { t: 'array', v: items }; }
  const c = getPrototypeOf(v)?.constructor?.name;
  const packed = { t: 'object', v: map(slice(keys(v), 0, 2000), (k) => [k, next(v[k])]) };
  if (typeof c === 'string' && c !== 'Object') packed.c = c;
  return packed;
};
const unpack = (w) => {
  if (w === null || typeof w !== 'object') return w;
  switch (w.t) {
    case 'undefined': return undefined;
    case 'bigint': return big(w.v);
    case 'number': return num(w.v);
    case 'date': return new D(w.v);
    case 'map': return new M(w.v.map((p) => p.map(unpack)));
    case 'set': return new S(w.v.map(unpack));
    case 'array': return w.v.map(unpack);
    case 'object': return fromEntries(w.v.map(([k, x]) => [k, unpack(x)]));
  }
};
let timers = [], id = 0, now = 0;
const later = (f, ms, every, a) => { timers.push({ id: ++id, at: now + (num(ms) > 0 ? num(ms) : 0), every, f, a }); return id; };
const drop = (i) => { timers = timers.filter((t) => t.id !== i); };
globalThis.setTimeout = (f, ms, ...a) => later(f, ms, undefined, a);
globalThis.setInterval = (f, ms, ...a) => later(f, ms, num(ms) > 1 ? num(ms) : 1, a);
globalThis.clearTimeout = globalThis.clearInterval = drop;
globalThis.queueMicrotask = (f) => { Promise.resolve().then(f); };
const tick = (until) => {
  timers.sort((a, b) => a.at - b.at || a.id - b.id);
  if (!timers.length || timers[0].at > until) { if (until > now) now = until; return false; }
  const t = timers.shift(); now = t.at;
  if (t.every) timers.push({ ...t, at: now + t.every });
  t.f(...t.a);
  return true;
};
const say = globalThis.__say; delete globalThis.__say;
const plain = (v) => { try { return J(v, (k, x) => typeof x === 'bigint' ? x + 'n' : x) ?? Str(v); } catch { return Str(v); } };
const show = (v) => typeof v === 'string' ? v : v instanceof E ? v.name + ': ' + v.message : plain(v);
globalThis.console = fromEntries(['log', 'info', 'warn', 'error', 'debug'].map((k) => [k, (...a) => { say(k, a.map(show).join(' ')); }]));
globalThis.structuredClone = (v) => unpack(P(J(pack(v, 0, new S()))));
return {
  pack: (v) => J(pack(v, 0, new S())),
  tick,
  clock: () => now,
  fault: (e) => J(e instanceof E ? { name: Str(e.name), message: Str(e.message), stack: Str(e.stack) } : { name: 'Error', message: show(e), stack: '' }),
  call: (m, path, args) => {
    let self, f = m;
    for (const p of P(path)) { if (f === undefined || f === null) break; self = f; f = f[p]; }
    if (typeof f !== 'function') throw new TypeError(P(path).join('.') + ' is not an exported function');
    return f.apply(self === m ? undefined : self, P(args).map(unpack));
  },
};
})()`;
