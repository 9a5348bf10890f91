/**
 * What preview links show: an entry, a page of a site, or what a change set contains. `identity/auth/preview-links/` knows who may use one.
 * Invariant: whoever opens a link is sent to a site that a `preview_url` of its environment names, with a token that is bound to the link.
 */
import {
  type LinkAddress,
  makerOf,
  type PreviewLinks,
  unknownLink,
  type WorkingLink,
} from '../../identity/auth/preview-links/preview-links.ts';
import type { PreviewTokens, PreviewView } from '../../identity/auth/preview-tokens.ts';
import type { PreviewLinkRow } from '../../identity/auth/tables.ts';
import type { Models } from '../../model/content-types/models.ts';
import { filledSitePage, sitePage } from '../../model/content-types/site-page.ts';
import { type Environment, MASTER } from '../../model/spaces/environment.ts';
import { findByNumber } from '../../model/spaces/environment-rows.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database } from '../../platform/database/database.ts';
import { asNothing, DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ChangeSets } from '../change-sets/change-sets.ts';
import type { SetChanges } from '../change-sets/set-changes.ts';
import type { Entries } from '../entries/entries.ts';
import { entryTitles } from '../entries/entry-titles.ts';
import type { EntryPreviews } from '../entries/previews.ts';
import { LIFE_DEFAULT_S, type LinkQuery, type NewPreviewLink, type PreviewLink } from './schema.ts';

/** Entries of a change set that its page lists: each is looked for on its site. */
const LISTED_ENTRIES_MAX = 50;

/** What links are sorted by. */
export type ListedPreview = Pick<PreviewLinkRow, 'id' | 'created_at' | 'expires_at' | 'last_opened_at'>;

/** What whoever opens a link gets: the page that they are sent to, or those of a change set to choose from. */
export type Opened =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'set'; readonly name: string; readonly entries: readonly OpenedEntry[]; readonly total: number }
  | { readonly kind: 'nothing' };

/** An entry of a change set. */
export interface OpenedEntry {
  readonly title: string;
  /** Null if it has no page. */
  readonly url: string | null;
}

interface SharedPreviewParts {
  readonly database: Database;
  readonly environments: Environments;
  readonly models: Models;
  readonly entries: Pick<Entries, 'locate'>;
  readonly previews: Pick<EntryPreviews, 'of' | 'addressOf'>;
  readonly sets: Pick<ChangeSets, 'locate' | 'get' | 'read'>;
  readonly setChanges: Pick<SetChanges, 'list'>;
  readonly tokens: Pick<PreviewTokens, 'mint'>;
  readonly links: PreviewLinks;
}

export class SharedPreviews {
  readonly #parts: SharedPreviewParts;

  constructor(parts: SharedPreviewParts) {
    this.#parts = parts;
  }

  /** @throws `not_found` for what is to be shown, `validation_failed` if no site shows it, `conflict` at the limit */
  async create(actor: Actor, spaceId: string, input: NewPreviewLink): Promise<PreviewLink> {
    const { links } = this.#parts;
    const { entry, change_set: set, href, locale } = input;
    if (entry !== undefined && href !== undefined) throw oneOf('Give entry or href, not both.');
    if (entry === undefined && href === undefined && set === undefined)
      throw oneOf('Give an entry, a change_set or an href.');
    const environment = await this.#environmentOf(actor, spaceId, input);
    if (entry !== undefined) await this.#requirePage(actor, entry, { locale, set });
    const target = {
      entry: entry === undefined ? null : (await this.#parts.entries.locate(actor, entry)).key,
      change_set: set === undefined ? null : (await this.#parts.sets.locate(actor, set)).key,
      href: href === undefined ? null : sitePage(href, (await this.#parts.models.confirmed(environment)).types),
      locale: entry === undefined ? null : (locale ?? null),
    };
    const lifeMs = (input.expires_in ?? LIFE_DEFAULT_S) * 1_000;
    const id = await links.create(actor, environment, target, { lifeMs, password: input.password ?? null });
    return this.get(actor, { spaceId, id });
  }

  /** The links of a space that show what the actor may see, for sorting. @throws `not_found` */
  async list(actor: Actor, spaceId: string, { entry, change_set: set }: LinkQuery): Promise<ListedPreview[]> {
    const environments = await this.#environments(actor, spaceId);
    return (await this.#parts.links.list(spaceId)).filter((row) => {
      const environment = environments.get(row.environment);
      if (environment === undefined) return false;
      const ids = idsOf(row, environment);
      return (entry === undefined || entry === ids.entry) && (set === undefined || set === ids.change_set);
    });
  }

  /** Some of them as they are shown. */
  async read(actor: Actor, spaceId: string, ids: readonly string[]): Promise<Map<string, PreviewLink>> {
    const environments = await this.#environments(actor, spaceId);
    const rows = (await this.#parts.links.read(spaceId, ids)).filter((row) => environments.has(row.environment));
    const shown = new Map<string, PreviewLink>();
    for (const [number, ofEnvironment] of Map.groupBy(rows, (row) => row.environment)) {
      const environment = environments.get(number);
      if (environment === undefined) continue;
      const titles = await this.#titles(environment, ofEnvironment);
      for (const row of ofEnvironment) shown.set(row.id, this.#show(actor, row, environment, titles(row)));
    }
    return shown;
  }

  /** @throws `not_found` */
  async get(actor: Actor, { spaceId, id }: LinkAddress): Promise<PreviewLink> {
    const link = (await this.read(actor, spaceId, [id])).get(id);
    if (link === undefined) throw unknownLink();
    return link;
  }

  /** Revokes a link. @throws `not_found`, `insufficient_permission` */
  async delete(actor: Actor, address: LinkAddress): Promise<void> {
    const { environment } = await this.get(actor, address);
    await this.#parts.links.delete(actor, address, environment);
  }

  /** The environment of a link that works, if there still is one that its maker sees. */
  async environmentOf({ row, maker }: WorkingLink): Promise<Environment | undefined> {
    const { database, environments } = this.#parts;
    const found = await findByNumber(database.reader, row.environment);
    if (found?.status !== 'ready') return undefined;
    return environments.open(maker, found.spaceId, found.name).catch(asNothing);
  }

  /** What a link shows now, with a new token. */
  async open({ row, maker }: WorkingLink, environment: Environment): Promise<Opened> {
    const { tokens, models } = this.#parts;
    const { entry, change_set: set } = idsOf(row, environment);
    const view = { changeSet: set, asOf: null, revision: 0 };
    const { token } = tokens.mint(maker, environment, view, row.id);
    if (row.href !== null) {
      const { types } = await models.confirmed(environment);
      return pageOf(filledSitePage(row.href, token, types));
    }
    if (entry !== null)
      return pageOf(await this.#urlOf(maker, entry, { locale: row.locale ?? undefined, view, token }));
    return set === null ? pageOf(null) : this.#openSet(maker, set, { view, token });
  }

  /** The entries of a change set, each with its page; the only one is the page itself. */
  async #openSet(
    maker: Actor,
    set: string,
    by: { readonly view: PreviewView; readonly token: string },
  ): Promise<Opened> {
    const { sets, setChanges } = this.#parts;
    const found = await sets.get(maker, set).catch(asNothing);
    if (found === undefined) return pageOf(null);
    const { items, total } = await setChanges.list(maker, set, { after: '', limit: LISTED_ENTRIES_MAX });
    const entries: OpenedEntry[] = [];
    for (const { id, key, title } of items)
      entries.push({ title: title ?? key, url: await this.#urlOf(maker, id, { locale: undefined, ...by }) });
    const [only] = entries;
    if (total === 1 && only !== undefined) return pageOf(only.url);
    return { kind: 'set', name: found.name, entries, total };
  }

  /** The page of an entry for whoever has a token; null if there is none, for whatever reason. */
  async #urlOf(
    maker: Actor,
    entryId: string,
    asked: { readonly locale: string | undefined; readonly view: PreviewView; readonly token: string },
  ): Promise<string | null> {
    const { entries, previews } = this.#parts;
    const place = await entries.locate(maker, entryId).catch(asNothing);
    const url = place && (await previews.addressOf(place, asked).catch(asNothing));
    return url ?? null;
  }

  /** The environment that a request is about. @throws `validation_failed` if what it names is in another one */
  async #environmentOf(
    actor: Actor,
    spaceId: string,
    { entry, change_set: set, environment: name }: NewPreviewLink,
  ): Promise<Environment> {
    const { environments, entries, sets } = this.#parts;
    const named = name === undefined ? undefined : await environments.open(actor, spaceId, name);
    const ofEntry = entry === undefined ? undefined : (await entries.locate(actor, entry)).environment;
    const ofSet = set === undefined ? undefined : (await sets.locate(actor, set)).environment;
    const environment = named ?? ofEntry ?? ofSet ?? (await environments.open(actor, spaceId, MASTER));
    if (ofEntry !== undefined && ofEntry.spaceId !== spaceId) throw notFound('entry', 'the id in entry');
    if (ofSet !== undefined && ofSet.spaceId !== spaceId) throw notFound('change_set', 'the id in change_set');
    for (const [path, found] of [
      ['entry', ofEntry],
      ['change_set', ofSet],
    ] as const)
      if (found !== undefined && found.number !== environment.number)
        throw invalid(path, 'exists', `Name one of the environment ${environment.name}, or leave environment out.`);
    return environment;
  }

  /** @throws `not_found` for the entry or the set, `validation_failed` if the entry has no page that takes a token */
  async #requirePage(
    actor: Actor,
    entry: string,
    { locale, set }: { readonly locale: string | undefined; readonly set: string | undefined },
  ): Promise<void> {
    const { url, token } = await this.#parts.previews
      .of(actor, entry, { locale, changeSet: set, asOf: undefined })
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'validation_failed') throw unknownLocale();
        throw error;
      });
    if (url === null)
      throw invalid('entry', 'required', 'Give its content type a preview_url, and the entry a slug if it needs one.');
    if (!url.includes(token))
      throw invalid(
        'entry',
        'required',
        'Put {preview} into the preview_url of its content type; readers would see no draft.',
      );
  }

  async #environments(actor: Actor, spaceId: string): Promise<ReadonlyMap<number, Environment>> {
    const environments = await this.#parts.environments.list(actor, spaceId);
    return new Map(environments.map((one) => [one.number, one]));
  }

  /** What links of an environment are called. */
  async #titles(
    environment: Environment,
    rows: readonly PreviewLinkRow[],
  ): Promise<(row: PreviewLinkRow) => string | null> {
    const { database, models, sets } = this.#parts;
    const keysOf = (of: 'entry' | 'change_set') => [
      ...new Set(rows.flatMap(({ [of]: key }) => (key === null ? [] : [key]))),
    ];
    const model = await models.confirmed(environment);
    const titles = await entryTitles(database.reader, environment.number, keysOf('entry'), model);
    const setKeys = keysOf('change_set');
    const named = setKeys.length === 0 ? new Map() : await sets.read(environment, setKeys);
    return ({ entry, change_set: set }) => {
      if (entry !== null) return titles.get(entry) ?? null;
      return set === null ? null : (named.get(set)?.name ?? null);
    };
  }

  #show(actor: Actor, row: PreviewLinkRow, environment: Environment, title: string | null): PreviewLink {
    return {
      id: row.id,
      space_id: row.space_id,
      environment: environment.name,
      ...idsOf(row, environment),
      href: row.href,
      locale: row.locale,
      title,
      has_password: row.password_hash !== null,
      url: this.#parts.links.urlFor(actor, row),
      created_by: makerOf(row),
      created_at: isoTime(row.created_at),
      expires_at: isoTime(row.expires_at),
      opened: row.opened,
      last_opened_at: isoTime(row.last_opened_at),
    };
  }
}

function idsOf(
  { entry, change_set: set }: Pick<PreviewLinkRow, 'entry' | 'change_set'>,
  { ownCode }: Environment,
): { readonly entry: string | null; readonly change_set: string | null } {
  return {
    entry: entry === null ? null : resourceId('entry', ownCode, entry),
    change_set: set === null ? null : resourceId('change_set', ownCode, set),
  };
}

function pageOf(url: string | null): Opened {
  return url === null ? { kind: 'nothing' } : { kind: 'page', url };
}

function oneOf(message: string): DomainError {
  return invalid('', 'exclusive', message);
}

function unknownLocale(): DomainError {
  return invalid('locale', 'unknown', 'Give the code of a locale of the space.');
}
