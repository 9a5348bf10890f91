/**
 * Spaces: reading, creating, changing and deleting them. A space starts with one locale and the environment `master`. Deleting it
 * takes effect at once, for its tokens too; the rows of its content are removed step by step.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';
import { deleteAliasesOf } from './alias-store.ts';
import { type Environment, MASTER } from './environment.ts';
import { markDeleting } from './environment-store.ts';
import { firstLocale } from './locale-plan.ts';
import type { LocaleRules } from './locale-rules.ts';
import { insertLocale, listLocales } from './locale-store.ts';
import { listEnvironments } from './named-environment-store.ts';
import { addEnvironment, releaseUsage } from './new-environments.ts';
import { requireWholeSpace, type Space, seesSpace } from './space.ts';
import type { SpaceHoldings } from './space-content.ts';
import * as store from './store.ts';

const DEFAULT_LOCALE = 'en-US';
/** Spaces of one account. Concurrent requests may exceed it slightly. */
const SPACES_MAX = 1_000;

/** Changes to a space; absent members stay as they are. */
export interface SpaceInput {
  readonly name?: string;
  /** Code of the new default locale. */
  readonly defaultLocale?: string;
  readonly stripsMetadata?: boolean;
  readonly ai?: Space['ai'];
  /** The version that the caller read. */
  readonly expected?: number | undefined;
}

/** A space to be created. */
export interface NewSpace {
  readonly name: string;
  /** Code of the first locale. */
  readonly defaultLocale?: string;
  readonly stripsMetadata?: boolean;
  readonly ai?: Space['ai'];
}

interface SpacesParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly locales: LocaleRules;
  readonly holdings: SpaceHoldings;
  /** Stops cloning into an environment that is deleted with its space. */
  readonly endClone: (writer: Writer, environment: number) => Promise<void>;
  /** Called after the commit with the environments whose rows remain to be removed. */
  readonly onDeleted: (environments: readonly Environment[]) => void;
}

export class Spaces {
  readonly #parts: SpacesParts;

  constructor(parts: SpacesParts) {
    this.#parts = parts;
  }

  /** The spaces that the actor may see, as rows for ordering. */
  async list(actor: Actor): Promise<store.ListedSpace[]> {
    return store.listedSpaces(this.#parts.database.reader, actor.accountId, actor.spaceId);
  }

  /** Reads some of the spaces that `list` returned. */
  async read(actor: Actor, ids: readonly string[]): Promise<Space[]> {
    return store.spacesWithIds(this.#parts.database.reader, actor.accountId, ids);
  }

  /** @throws `not_found` */
  async find(actor: Actor, id: string): Promise<Space> {
    const space = await store.findSpace(this.#parts.database.reader, id);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
    return space;
  }

  /** Whether uploaded images of a space are kept without their metadata. */
  async stripsMetadata(id: string): Promise<boolean> {
    return (await store.findSpace(this.#parts.database.reader, id))?.stripsMetadata ?? true;
  }

  /** Creates a space with one locale and the environment `master`. */
  async create(actor: Actor, input: NewSpace): Promise<Space> {
    requireWholeAccount(actor);
    return this.#parts.journal.grow(actor, async (writer, change) => {
      const { at } = change;
      if ((await store.countSpaces(writer, actor.accountId)) >= SPACES_MAX)
        throw new DomainError('conflict', `Delete a space first; an account has at most ${SPACES_MAX}.`);
      const locale = firstLocale(input.defaultLocale ?? DEFAULT_LOCALE, 'default_locale', newId('loc', at));
      const space: Space = {
        id: newId('spc', at),
        accountId: actor.accountId,
        name: input.name,
        defaultLocale: locale.code,
        stripsMetadata: input.stripsMetadata ?? true,
        ai: input.ai ?? 'on',
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      await store.insertSpace(writer, space);
      await insertLocale(writer, space.id, locale, at);
      const master = await addEnvironment(writer, { spaceId: space.id, accountId: space.accountId, name: MASTER, at });
      for (const metric of ['spaces', 'environments', 'locales'] as const) change.count(space.accountId, metric, 1);
      change.record({
        action: 'space.create',
        target: { type: 'space', id: space.id },
        spaceId: space.id,
        changes: { after: audited(space) },
      });
      change.item({
        environment: master,
        event: null,
        kind: 'environment',
        key: MASTER,
        resource: master.number,
        published: true,
      });
      return space;
    });
  }

  /**
   * Changes the name or the settings of a space, or makes another of its locales the default.
   * @throws `validation_failed`, `version_conflict`, or `conflict` if two entries would resolve to one slug
   */
  async update(actor: Actor, id: string, input: SpaceInput): Promise<Space> {
    await this.find(actor, id);
    requireWholeSpace(actor, 'space.update');
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const before = await store.lockSpace(writer, id);
        if (before === undefined) throw notFound('space');
        checkVersion(input.expected, before.version);
        const { defaultLocale } = input;
        const switched = defaultLocale !== undefined && defaultLocale !== before.defaultLocale;
        if (switched) {
          requireLocaleCode(await listLocales(writer, id), defaultLocale);
          await this.#parts.locales.makeDefault(writer, change, before, defaultLocale);
        }
        const { name = before.name, stripsMetadata = before.stripsMetadata, ai = before.ai } = input;
        const changed = name !== before.name || stripsMetadata !== before.stripsMetadata || ai !== before.ai;
        if (!switched && !changed) return before;
        if (changed) await store.updateSpace(writer, id, { name, stripsMetadata, ai });
        if (!switched) await store.raiseSpace(writer, id, change.at);
        const after = await store.findSpace(writer, id);
        if (after === undefined) throw notFound('space');
        const changes = { before: audited(before), after: audited(after) };
        change.record({ action: 'space.update', target: { type: 'space', id }, spaceId: id, changes });
        return after;
      },
      { long: true },
    );
  }

  /** Deletes a space with everything in it. */
  async delete(actor: Actor, id: string, expected?: number): Promise<void> {
    await this.find(actor, id);
    requireWholeSpace(actor, 'space.delete');
    const environments = await this.#parts.journal.write(actor, async (writer, change) => {
      const space = await store.lockSpace(writer, id);
      if (space === undefined) throw notFound('space');
      checkVersion(expected, space.version);
      const environments = await listEnvironments(writer, id);
      await deleteAliasesOf(writer, id);
      for (const environment of environments)
        releaseUsage(change, environment, await markDeleting(writer, environment.number));
      for (const { number } of environments) await this.#parts.endClone(writer, number);
      for (const [metric, held] of await this.#parts.holdings(writer, id)) change.count(space.accountId, metric, -held);
      change.count(space.accountId, 'locales', -(await listLocales(writer, id)).length);
      change.count(space.accountId, 'spaces', -1);
      await store.deleteSpace(writer, id);
      change.record({
        action: 'space.delete',
        target: { type: 'space', id },
        spaceId: id,
        changes: { before: audited(space) },
      });
      for (const environment of environments) {
        const { number, name } = environment;
        change.item({
          environment,
          event: null,
          kind: 'environment',
          key: name,
          resource: number,
          published: true,
        });
      }
      return environments;
    });
    this.#parts.onDeleted(environments);
  }
}

function requireWholeAccount(actor: Actor): void {
  if (actor.spaceId === null) return;
  const message = 'Log in to create a space; a management key acts in its own space alone.';
  throw new DomainError('insufficient_permission', message, { permission: 'space.create' });
}

function requireLocaleCode(locales: readonly { readonly code: string }[], code: string): void {
  if (locales.some((locale) => locale.code === code)) return;
  const codes = locales.map((locale) => locale.code).join(', ');
  throw invalid('default_locale', 'locale', `Give one of ${codes}; the space has no locale of that code.`);
}

function audited({ name, defaultLocale, stripsMetadata, ai }: Space): object {
  return { name, default_locale: defaultLocale, strip_metadata: stripsMetadata, ai };
}
