/** The outbox metrics. They are the same in every process that shares the database. */
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { pendingMails } from './store.ts';

const MS_PER_SECOND = 1_000;

export function mailGauges({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  return [
    {
      name: 'lectern_mails_pending',
      help: 'Mails that wait to be sent or for another attempt.',
      read: async () => (await pendingMails(database.reader)).count,
    },
    {
      name: 'lectern_mails_oldest_seconds',
      help: 'How long the oldest mail in the outbox has waited; 0 if there is none.',
      read: async () => {
        const { oldestAt } = await pendingMails(database.reader);
        return oldestAt === null ? 0 : (clock() - oldestAt) / MS_PER_SECOND;
      },
    },
  ];
}
