/**
 * Tells the owners of an account when most of its month is used, and when all of it is: once each a month, in the write
 * that crosses the mark, so that no mail is lost and none is sent twice.
 */
import type { Reader, Writer } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { type AccountOwners, type MailWords, mailTo } from '../../outgoing/mail/mailer.ts';
import { quotedName } from '../../outgoing/mail/name-in-mail.ts';
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
  readonly owners: (db: Reader, accountId: string) => Promise<AccountOwners>;
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
  const { accountName, recipients } = await owners(writer, month.account_id);
  for (const { percent } of passed) {
    const words = mailAbout({ id: month.account_id, name: accountName, limit, percent });
    for (const recipient of recipients) await outbox.add(writer, mailTo(recipient, words));
  }
}

/** What owners were told this month, the first first. */
export function noticesIn(month: RequestMonthRow | undefined): Notice[] {
  return marks.flatMap(({ percent, column }) => {
    const at = month?.[column] ?? null;
    return at === null ? [] : [{ metric: 'api_requests_per_month' as const, percent, at }];
  });
}

/** What a mail about a mark says of the account, and of how much it has used. */
interface UsedShare {
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  readonly percent: number;
}

function mailAbout({ id, name, limit, percent }: UsedShare): MailWords {
  const isAll = percent === 100;
  return {
    en: {
      subject: isAll
        ? 'You have used all API requests of this month'
        : `You have used ${percent} % of the API requests`,
      paragraphs: [
        `The account ${quotedName(name, 'with the id')} (${id}) has used ${percent} % of the ${limit.toLocaleString('en-US')} API requests that its plan includes this month.`,
        isAll
          ? 'Until next month (UTC), further requests with its keys and sessions are refused with 429. You can still log in and choose a larger plan.'
          : 'Once they are all used, further requests with its keys and sessions are refused with 429 until next month (UTC).',
        'A larger plan applies from the next request on.',
      ],
    },
    de: {
      subject: isAll
        ? 'Die API-Anfragen dieses Monats sind aufgebraucht'
        : `${percent} % der API-Anfragen dieses Monats sind verbraucht`,
      paragraphs: [
        `Das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) hat ${percent} % der ${limit.toLocaleString('de-DE')} API-Anfragen verbraucht, die sein Tarif in diesem Monat enthält.`,
        isAll
          ? 'Bis zum nächsten Monat (UTC) werden weitere Anfragen mit seinen Schlüsseln und Sitzungen mit 429 abgewiesen. Anmelden und einen größeren Tarif wählen können Sie weiterhin.'
          : 'Sind alle verbraucht, werden weitere Anfragen mit seinen Schlüsseln und Sitzungen bis zum nächsten Monat (UTC) mit 429 abgewiesen.',
        'Ein größerer Tarif gilt ab der nächsten Anfrage.',
      ],
    },
  };
}
