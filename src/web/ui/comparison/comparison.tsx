import { useMemo } from 'react';
import { m } from '#web/lib/messages.ts';
import { type Block, compareTexts, type Piece } from './compare-texts.ts';
import classes from './comparison.module.css';

/** What changed from one text to another: signs, words for screen readers, and colour last. */
export function Comparison({ from, label, to }: { from: string; to: string; label: string }) {
  const blocks = useMemo(() => compareTexts(from, to), [from, to]);
  if (blocks.length === 0) return <p className={classes.same}>{m.ui_compare_same()}</p>;
  const count = (kind: Block['kind']) => blocks.filter((block) => block.kind === kind).length;
  return (
    <>
      <p className={classes.summary} role="status">
        {m.ui_compare_summary({ removed: count('removed'), added: count('added') })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.blocks} aria-label={label} tabIndex={0}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place only.
          <Row key={index} block={block} />
        ))}
      </section>
    </>
  );
}

function Row({ block }: { block: Block }) {
  if (block.kind === 'skipped')
    return <p className={classes.skipped}>{m.ui_compare_skipped({ lines: block.lines })}</p>;
  if (block.kind === 'same') return <p className={classes.row}>{block.text}</p>;
  const isRemoved = block.kind === 'removed';
  const Changed = isRemoved ? 'del' : 'ins';
  return (
    <p className={classes.row} data-kind={block.kind}>
      <span className="sr-only">{isRemoved ? m.ui_compare_removed() : m.ui_compare_added()} </span>
      {block.pieces.map(({ isChanged, text }: Piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place only.
        isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
      )}
    </p>
  );
}
