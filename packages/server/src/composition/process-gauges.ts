/** The metrics of this process and its machine. */
import { statfs } from 'node:fs/promises';
import type { Config } from '../platform/config/config.ts';
import { PROGRAM_COMMIT, PROGRAM_VERSION } from '../platform/config/program-version.ts';
import type { Gauge } from '../platform/http/metrics.ts';

export function processGauges({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Gauge[] {
  return [
    {
      name: 'lectern_build_info',
      help: 'Always 1; its labels are version and commit of Lectern, the version of Node, and the engine of the database.',
      labels: {
        version: PROGRAM_VERSION,
        commit: PROGRAM_COMMIT ?? '',
        node: process.versions.node,
        database: database.kind,
      },
      read: () => 1,
    },
    {
      name: 'lectern_disk_free_bytes',
      help: 'Space for this process on the disk of the data folder.',
      read: async () => {
        const { bavail, bsize } = await statfs(dataDir);
        return bavail * bsize;
      },
    },
    {
      name: 'lectern_disk_size_bytes',
      help: 'Size of the disk of the data folder.',
      read: async () => {
        const { blocks, bsize } = await statfs(dataDir);
        return blocks * bsize;
      },
    },
  ];
}
