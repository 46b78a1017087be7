import type { ReactNode } from 'react';

/** A line of a list of facts. */
export function Fact({ children, label }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
