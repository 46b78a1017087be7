const DRAWINGS = {
  /** A shelf with a gap. */
  shelf: 'M8 66h104M20 66V26h12v40M36 66V34h10v32M50 66l10-36 11 3-9 33M92 66V22h12v44',
  /** A page that ends in a question. */
  lost: 'M30 12h40l20 20v40H30zM70 12v20h20M52 42a8 8 0 1 1 11 8c-2 1-3 2-3 5M60 62v1',
  /** A plug pulled out. */
  broken: 'M8 42h28M84 42h28M36 28v28h10a14 14 0 0 0 0-28zM84 28v28h-6a14 14 0 0 1 0-28zM60 36h6M60 48h6',
  /** A closed book with a lock. */
  locked:
    'M28 14h56a6 6 0 0 1 6 6v50H34a6 6 0 0 1-6-6zM28 64a6 6 0 0 1 6-6h56M52 36h18v14H52zM55 36v-4a6 6 0 0 1 12 0v4',
  /** Two speech bubbles. */
  talk: 'M14 14h52v30H36l-12 10V44H14zM74 30h32v28h-8v10L86 58H60V48',
} as const;

export type Drawing = keyof typeof DRAWINGS;

/** The line drawings of the empty, lost and broken states. */
export function StateDrawing({ name, className }: { name: Drawing; className?: string | undefined }) {
  return (
    <svg
      className={className}
      width="120"
      height="80"
      viewBox="0 0 120 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
