/** Ends the process in order on SIGTERM and SIGINT, after `withinMs` in any case. */
export function stopOnSignal(stop: () => Promise<void>, withinMs: number): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    // Asked twice, a person wants out at once; the database server then ends by itself.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    setTimeout(() => {
      process.stderr.write("\nLectern didn't stop in time, and ended without waiting any longer.\n");
      process.exit(1);
    }, withinMs);
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
