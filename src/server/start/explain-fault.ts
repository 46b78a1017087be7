import { ConfigError } from '#server/config';

/** Why a start failed: expected faults in one sentence, of the rest, and with `isDebug`, the whole trace for a report. */
export function explainFault(error: unknown, isDebug: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Another program is already using this port. Set PORT to a different port.\n(${error.message})`;
  if (code === 'EACCES')
    return `Lectern doesn't have permission to use this port or folder: ${error.message}. Set PORT or DATA_DIR to another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST isn't an IP address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all addresses.\n(${error.message})`;
  const isExpected =
    error instanceof ConfigError || ['HeldError', 'MigrationError', 'Error'].includes(error.name);
  return isExpected && !isDebug ? error.message : (error.stack ?? error.message);
}
