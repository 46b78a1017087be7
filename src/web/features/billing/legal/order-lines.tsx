import classes from './legal.module.css';

/** What is ordered, what it costs, how it renews and ends. */
export function OrderLines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
