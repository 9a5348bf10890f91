/**
 * The calendar for calendar programs, which cannot log in: each member has one address of their own for an environment. It has
 * titles and times alone, only its hash is kept, and it goes with the membership.
 */
import { asPerson } from '../../../identity/actors/actors.ts';
import { CALENDAR_PREFIX } from '../../../identity/actors/token-kinds.ts';
import type { AbsentActors } from '../../../identity/auth/absent-actor.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import { findByNumber } from '../../../model/spaces/environment-rows.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { isToken, newToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Calendar } from './calendar.ts';
import { deleteFeed, findFeed, findFeedByToken, putFeed } from './feed-store.ts';
import { calendarText } from './icalendar.ts';

const DAY_MS = 86_400_000;
/** What a feed has of the past, and of the time to come: together at most what a calendar may span. */
const PAST_MS = 31 * DAY_MS;
const FUTURE_MS = 334 * DAY_MS;
const PERMISSION = 'change_set.read';
const FILE_END = '.ics';

interface FeedParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly absent: Pick<AbsentActors, 'actor' | 'recipients'>;
  readonly calendar: Calendar;
  /** Where clients reach the service. */
  readonly address: { readonly url: string };
  readonly clock: Clock;
}

/** An environment that a path names. */
interface Place {
  readonly spaceId: string;
  readonly environment: string;
}

export class CalendarFeeds {
  readonly #parts: FeedParts;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** When the actor's own feed was made; null if they have none. */
  async get(actor: Actor, place: Place): Promise<{ created_at: string | null }> {
    const { id: userId } = asPerson(actor, PERMISSION);
    const { number } = await this.#open(actor, place);
    const feed = await findFeed(this.#parts.database.reader, { environment: number, user_id: userId });
    return { created_at: feed === undefined ? null : isoTime(feed.created_at) };
  }

  /** Makes the actor's own feed; an address that they had before stops working. */
  async create(actor: Actor, place: Place): Promise<{ url: string; created_at: string }> {
    const { id: userId } = asPerson(actor, PERMISSION);
    const environment = await this.#open(actor, place);
    const token = newToken(CALENDAR_PREFIX);
    return this.#parts.journal.write(actor, async (writer, change) => {
      const id = newId('cal', change.at);
      await putFeed(writer, {
        id,
        environment: environment.number,
        account_id: actor.accountId,
        user_id: userId,
        token_hash: tokenHash(token),
        created_at: change.at,
      });
      record(change, environment, 'calendar_feed.create', id);
      return { url: `${this.#parts.address.url}/calendar/${token}${FILE_END}`, created_at: isoTime(change.at) };
    });
  }

  /** Ends the actor's own feed. @throws `not_found` */
  async delete(actor: Actor, place: Place): Promise<void> {
    const { id: userId } = asPerson(actor, PERMISSION);
    const environment = await this.#open(actor, place);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const feed = await findFeed(writer, { environment: environment.number, user_id: userId });
      if (feed === undefined) throw notFound('calendar_feed', 'whether you have made one');
      await deleteFeed(writer, feed.id);
      record(change, environment, 'calendar_feed.delete', feed.id);
    });
  }

  /**
   * What a calendar program gets, in the language of whoever made the feed.
   * @param file the token with `.ics`
   * @throws `not_found` for whatever is no address, or none any more
   */
  async read(file: string): Promise<string> {
    const { database, absent, calendar, clock } = this.#parts;
    const { reader } = database;
    const token = file.endsWith(FILE_END) ? file.slice(0, -FILE_END.length) : '';
    const feed = isToken(token, CALENDAR_PREFIX) ? await findFeedByToken(reader, tokenHash(token)) : undefined;
    const environment = feed && (await findByNumber(reader, feed.environment));
    if (feed === undefined || environment?.status !== 'ready') throw notFound('calendar_feed');
    const member = { id: feed.user_id, accountId: feed.account_id };
    const actor = await absent.actor(reader, member).catch(asMissing);
    if (!actor.permits(PERMISSION)) throw notFound('calendar_feed');
    const [recipient] = await absent.recipients(reader, member);
    const now = clock();
    const { items } = await calendar.within(environment, { from: now - PAST_MS, to: now + FUTURE_MS });
    return calendarText(items, { name: environment.name, language: recipient?.language ?? 'en' });
  }

  #open(actor: Actor, { spaceId, environment }: Place): Promise<Environment> {
    return this.#parts.environments.open(actor, spaceId, environment);
  }
}

/** Somebody who may no longer use the account has no feed. */
function asMissing(error: unknown): never {
  throw error instanceof DomainError && error.code !== 'unavailable' ? notFound('calendar_feed') : error;
}

function record(
  change: Change,
  { spaceId, name }: Environment,
  action: 'calendar_feed.create' | 'calendar_feed.delete',
  id: string,
): void {
  change.record({ action, target: { type: 'calendar_feed', id }, spaceId, environment: name });
}
