export function ErrorState() {
  return <p>error</p>;
}
