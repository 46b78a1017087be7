import { useEffect, useRef, useState } from 'react';
import { isSame } from '#domain/merge-versions';
import { useUser } from '../session/session.ts';
import { type DraftKind, dropSaved, findDrafts, keepDraft, mergeDraft, nameOfOffer } from './drafts.ts';
import { drop, keep, nameFor } from './kept.ts';
import type { Base } from './use-versioned-save.ts';

const WRITE_MS = 400;

interface Options<Values> {
  readonly kind: DraftKind<Values>;
  /** Of what is edited. */
  readonly id: string;
  /** What the next save is based on. */
  readonly base: Base<Values>;
  /** What stands in the form. */
  readonly values: Values;
  readonly isDirty: boolean;
  /** Puts a draft into the form. */
  readonly goOnFrom: (from: Base<Values>, values: Values) => void;
}

/**
 * What is typed in a form, kept in this browser under its author, so that leaving it loses nothing. A draft that is offered
 * stays until somebody decides about it, whatever is typed or saved meanwhile.
 */
export function useDraft<Values>({ base, goOnFrom, id, isDirty, kind, values }: Options<Values>) {
  const userId = useUser()?.id ?? null;
  // A session that ends while somebody types leaves the draft theirs.
  const [owner] = useState(userId);
  const name = nameFor(kind.kind, owner, id);
  // The same may be open in another tab: no form writes over what is typed in another one.
  const [form] = useState(() => crypto.randomUUID());
  const own = nameOfOffer(name, form);
  const [found, setFound] = useState(() => ({ for: name, drafts: findDrafts(name, base, kind) }));
  // What was new has another name once it is saved.
  const drafts = found.for === name ? found.drafts : [];
  const left = drafts.find(({ draft }) => !isSame(kind.textOf(draft.values), kind.textOf(values)));
  const { draft: on, version } = base;
  const typed = isDirty
    ? { version, base: base.values, values, ...(on !== undefined && { draft: on }) }
    : null;
  const isKept = useKeepTyped(own, typed && JSON.stringify(typed));
  const discard = () => {
    if (left) drop(left.name);
    setFound({ for: name, drafts: drafts.filter((each) => each !== left) });
  };
  return {
    /** What is typed outlives the page; it doesn't in a browser that takes nothing more. */
    isKept,
    /** What is offered: an earlier visit left it, or something else replaced it in the form. */
    left: left?.draft ?? null,
    /** Somebody has saved since. */
    isOlder: left !== undefined && (left.draft.version !== version || left.draft.draft !== on),
    /** What somebody saved since stays, as far as the draft does not change it. */
    restore: () => {
      if (!left) return;
      const merged = mergeDraft(left.draft, base, values, kind);
      goOnFrom(merged.base, merged.values);
      discard();
    },
    discard,
    /** What is typed is about to be replaced in the form. */
    offer: () => {
      if (!typed) return;
      const offered = { name: nameOfOffer(name), draft: typed };
      keepDraft(offered.name, offered.draft);
      setFound({ for: name, drafts: [offered, ...drafts] });
    },
    /** For a save whose author may have gone elsewhere meanwhile. */
    saved: (on: Base<Values>) => dropSaved(own, on, kind),
  };
}

/** `text`: what is not saved; null where all of it is. Answers whether it outlives the page, as far as it was kept. */
function useKeepTyped(name: string, text: string | null): boolean {
  const typed = useRef({ name, text });
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    const before = typed.current;
    typed.current = { name, text };
    if (before.text !== null && (text === null || before.name !== name)) drop(before.name);
    if (text === null) return;
    const timer = setTimeout(() => setKept(keep(name, text)), WRITE_MS);
    return () => clearTimeout(timer);
  }, [name, text]);
  useEffect(() => {
    const write = () => {
      if (typed.current.text !== null) keep(typed.current.name, typed.current.text);
    };
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);
  return isKept;
}
