/** Ends the process in order on SIGTERM and SIGINT. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    // Asked twice, a person wants out at once; the database server then ends by itself.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
