/** The sealing metrics for `/metrics`. They are the same in every process that shares the database. */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { oldestUnsealedAt } from './store.ts';

const MS_PER_SECOND = 1_000;

export function sealGauges({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  return [
    {
      name: 'lectern_audit_unsealed_seconds',
      help: 'Age of the oldest audit record that is not sealed yet; 0 if there is none.',
      read: async () => {
        const at = await oldestUnsealedAt(database.reader);
        return at === undefined ? 0 : Math.max(0, clock() - at) / MS_PER_SECOND;
      },
    },
  ];
}
