/** The glyph of Lectern: an open book on a stand, one colour, clear at 16 px. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M11.1 5.3C8.7 3.6 5.6 3 2 3.4v11c3.6-.4 6.7.2 9.1 1.9zM12.9 5.3C15.3 3.6 18.4 3 22 3.4v11c-3.6-.4-6.7.2-9.1 1.9zM11.1 17.8h1.8v2.1h4.3a.9.9 0 0 1 0 1.8H6.8a.9.9 0 0 1 0-1.8h4.3z" />
    </svg>
  );
}
