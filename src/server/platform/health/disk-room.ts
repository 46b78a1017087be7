import { statfsSync } from 'node:fs';
import type { DiskRoom } from '#domain/health/disk-state';

/**
 * The disk with the least free space of those that these folders are on; null where none can be asked. A folder that is not
 * there yet is on the disk of another one.
 */
export function diskRoom(...folders: readonly string[]): DiskRoom | null {
  const rooms = folders.flatMap((folder): DiskRoom[] => {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder);
      return [{ free: bavail * bsize, total: blocks * bsize }];
    } catch {
      return [];
    }
  });
  return rooms.reduce<DiskRoom | null>(
    (least, room) => (least === null || room.free < least.free ? room : least),
    null,
  );
}
