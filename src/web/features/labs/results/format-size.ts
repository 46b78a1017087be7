import { m } from '#web/lib/messages.ts';

/** "240 kB", "1.2 MB". */
export function formatSize(bytes: number): string {
  if (bytes < 999_500) return m.labs_size_kb({ size: String(Math.round(bytes / 1000)) });
  return m.labs_size_mb({ size: (bytes / 1_000_000).toFixed(1) });
}
