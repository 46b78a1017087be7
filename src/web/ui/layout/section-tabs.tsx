import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import classes from './section-tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly count?: number;
}

interface SectionTabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/** Parts of one page behind tabs: arrow keys, Home and End move and choose. */
export function SectionTabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: SectionTabsProps<Id>) {
  const base = useId();
  // On a phone the row scrolls: the chosen one is seen whole.
  useEffect(() => {
    const tab = document.getElementById(`${base}-${value}`);
    const list = tab?.parentElement;
    if (list) list.scrollLeft += hiddenPart(tab.getBoundingClientRect(), list.getBoundingClientRect());
  }, [base, value]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const right = document.dir === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + right, ArrowLeft: at - right, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className={classes.list} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab.id === value}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** How far a tab reaches over the right end of the row, or, below 0, over its left end. */
function hiddenPart(tab: DOMRect, row: DOMRect): number {
  return Math.max(0, tab.right - row.right) || Math.min(0, tab.left - row.left);
}
