/**
 * Tells the owners of an account when most of its month is used, and when all of it is: once each a month, in the write
 * that crosses the mark, so that no mail is lost and none is sent twice.
 */
import type { Reader, Writer } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Mail } from '../../outgoing/mail/mailer.ts';
import type { Outbox } from '../../outgoing/mail/outbox.ts';
import type { RequestMonthRow } from '../tables.ts';
import { saveNotices } from './store.ts';

/** Shares of the limit that owners are told of, in percent, and where the row has the time of each. */
const marks = [
  { percent: 80, column: 'noticed_80_at' },
  { percent: 100, column: 'noticed_100_at' },
] as const;

/** Owners were told that so much of a limit was used. */
export interface Notice {
  readonly metric: 'api_requests_per_month';
  readonly percent: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface NoticeParts {
  readonly clock: Clock;
  /** E-mail addresses of an account's owners. */
  readonly owners: (db: Reader, accountId: string) => Promise<readonly string[]>;
  readonly outbox: Outbox;
}

/** Tells the owners of each mark that a month has passed and that they do not know of; its row is locked. */
export async function notifyOwners(
  { owners, outbox, clock }: NoticeParts,
  writer: Writer,
  { limit, month }: { readonly limit: number; readonly month: RequestMonthRow },
): Promise<void> {
  const passed = marks.filter(
    ({ percent, column }) => month[column] === null && limit > 0 && month.requests * 100 >= limit * percent,
  );
  if (passed.length === 0) return;
  await saveNotices(writer, month, Object.fromEntries(passed.map(({ column }) => [column, clock()])));
  const accountId = month.account_id;
  const addresses = await owners(writer, accountId);
  for (const { percent } of passed) {
    const mail = mailAbout({ accountId, limit, percent });
    for (const to of addresses) await outbox.add(writer, { to, ...mail });
  }
}

/** What owners were told this month, the first first. */
export function noticesIn(month: RequestMonthRow | undefined): Notice[] {
  return marks.flatMap(({ percent, column }) => {
    const at = month?.[column] ?? null;
    return at === null ? [] : [{ metric: 'api_requests_per_month' as const, percent, at }];
  });
}

function mailAbout(used: { accountId: string; limit: number; percent: number }): Omit<Mail, 'to'> {
  const { accountId, limit, percent } = used;
  const follows =
    percent === 100
      ? 'Further requests with its keys and sessions are refused with 429 until next month (UTC). Logging in and choosing a larger plan still work.'
      : 'Once all are used, further requests with its keys and sessions are refused with 429 until next month (UTC).';
  return {
    subject:
      percent === 100 ? 'The API requests of this month are used up' : `${percent} % of the API requests are used`,
    paragraphs: [
      `The account ${accountId} has used ${percent} % of the ${limit} API requests that its plan allows this month.`,
      follows,
      'A larger plan takes effect with the next request.',
    ],
  };
}
