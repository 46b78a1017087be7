export function LoadingState() {
  return null;
}
