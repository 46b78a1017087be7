interface ReasonDrawingProps {
  name: 'books' | 'marks' | 'steps';
  className: string | undefined;
}

/** The three drawings of the landing page: books on a shelf, a marked paper, steps. */
export function ReasonDrawing({ name, className }: ReasonDrawingProps) {
  return (
    <svg
      className={className}
      width="72"
      height="56"
      viewBox="0 0 72 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {name === 'books' && <Books />}
      {name === 'marks' && <Marks />}
      {name === 'steps' && <Steps />}
    </svg>
  );
}

function Books() {
  return (
    <>
      <path d="M2 50h68M8 50V14h10v36M18 50V22h9v28M50 50l8.5-33 9 2.3L59.6 50" />
      <path data-accent d="M31 50V8h12v42z" />
      <path d="M34 16h6M34 42h6M11 21h4M11 43h4" />
    </>
  );
}

function Marks() {
  return (
    <>
      <path d="M10 4h34l10 10v38H10zM44 4v10h10" />
      <path d="M18 20h12M18 30h18M18 40h10" />
      <circle data-accent cx="52" cy="40" r="12" />
      <path d="M46.5 40.5l4 4 7-8.5" />
    </>
  );
}

function Steps() {
  return (
    <>
      <path d="M4 50h64M6 50V38h18M24 50V26h20" />
      <path data-accent d="M44 50V14h20v36z" />
      <path d="M24 38v12M44 26v24M54 8V3M54 3l-3 2.5M54 3l3 2.5" />
    </>
  );
}
