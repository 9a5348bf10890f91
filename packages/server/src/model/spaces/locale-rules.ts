/**
 * Reads and changes the locales of spaces. Values are stored under a locale's number, so a new code or default moves no values. A
 * change to how content resolves updates the slugs of every environment in the same write.
 */
import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Environment } from './environment.ts';
import { type Locale, Locales } from './locale.ts';
import { fallbackCode, type LocaleInput, withChangedLocale, withNewLocale, withoutLocale } from './locale-plan.ts';
import { deleteLocale, insertLocale, listLocales, updateLocale } from './locale-store.ts';
import { listEnvironments } from './named-environment-store.ts';
import { requireWholeSpace, type Space, seesSpace } from './space.ts';
import type { SpaceContent } from './space-content.ts';
import * as store from './store.ts';

/** A locale as responses show it: with the code of its fallback. */
export interface ShownLocale extends Omit<Locale, 'fallback'> {
  readonly fallback: string | null;
}

/** Address of a locale. */
export interface LocalePlace {
  readonly spaceId: string;
  readonly localeId: string;
}

/** The context of a write that changes locales: the locked space, and its locales before the change. */
interface LocaleWrite {
  readonly writer: Writer;
  readonly change: Change;
  readonly space: Space;
  readonly before: readonly Locale[];
}

export class LocaleRules {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #content: SpaceContent;

  constructor(parts: { database: Database; journal: Journal; content: SpaceContent }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#content = parts.content;
  }

  /** The locales of a space, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<ShownLocale[]> {
    const space = await store.findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
    const locales = await listLocales(this.#database.reader, spaceId);
    return locales.map((locale) => shownLocale(locales, locale));
  }

  async get(actor: Actor, spaceId: string, localeId: string): Promise<ShownLocale> {
    const locale = (await this.list(actor, spaceId)).find(({ id }) => id === localeId);
    if (locale === undefined) throw notFound('locale');
    return locale;
  }

  /**
   * Adds a locale.
   * @throws `validation_failed`, or `conflict` if the code is taken or two entries would resolve to one slug
   */
  async create(actor: Actor, spaceId: string, input: LocaleInput & { readonly code: string }): Promise<ShownLocale> {
    return this.#write(actor, spaceId, async (write) => {
      const number = await store.takeLocaleNumber(write.writer, spaceId);
      const id = newId('loc', write.change.at);
      const after = withNewLocale(write.before, input, { number, id });
      await this.#apply(write, after);
      return this.#tell(write, 'locale.create', { after, id });
    });
  }

  /**
   * Changes a locale.
   * @throws `validation_failed`, `version_conflict`, or `conflict` if the code is taken or slugs would collide
   */
  async update(
    actor: Actor,
    { spaceId, localeId }: LocalePlace,
    { input, expected }: { readonly input: LocaleInput; readonly expected?: number | undefined },
  ): Promise<ShownLocale> {
    return this.#write(actor, spaceId, async (write) => {
      const before = requireLocale(write.before, localeId);
      checkVersion(expected, before.version);
      const after = withChangedLocale(write.before, before, input);
      const changed = await this.#apply(write, after);
      return changed ? this.#tell(write, 'locale.update', { after, id: localeId }) : shownLocale(write.before, before);
    });
  }

  /**
   * Makes the locale with that code the default, inside a write that has locked the space.
   * @returns whether anything changed
   */
  async makeDefault(writer: Writer, change: Change, space: Space, code: string): Promise<boolean> {
    const before = await listLocales(writer, space.id);
    const locale = before.find((other) => other.code === code);
    if (locale === undefined) return false;
    return this.#apply({ writer, change, space, before }, withChangedLocale(before, locale, { default: true }));
  }

  /**
   * Deletes a locale; locales that fell back to it now fall back to its fallback.
   * @throws `conflict` for the default locale, and, unless the loss is confirmed, if it has values or is a fallback
   */
  async delete(
    actor: Actor,
    { spaceId, localeId }: LocalePlace,
    options: { readonly confirmDataLoss: boolean; readonly expected?: number | undefined },
  ): Promise<void> {
    await this.#write(actor, spaceId, async (write) => {
      const gone = requireLocale(write.before, localeId);
      checkVersion(options.expected, gone.version);
      const after = withoutLocale(write.before, gone);
      if (!options.confirmDataLoss) await this.#rejectLoss(write, gone);
      await this.#apply(write, after);
      write.change.record({
        action: 'locale.delete',
        target: { type: 'locale', id: localeId },
        spaceId,
        changes: { before: audited(shownLocale(write.before, gone)) },
      });
    });
  }

  /** Runs a change of locales. The space stays locked until the write ends. */
  async #write<T>(actor: Actor, spaceId: string, work: (write: LocaleWrite) => Promise<T>): Promise<T> {
    const space = await store.findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
    requireWholeSpace(actor, 'locale.manage');
    return this.#journal.write(
      actor,
      async (writer, change) => {
        const locked = await store.lockSpace(writer, spaceId);
        if (locked === undefined) throw notFound('space');
        return work({ writer, change, space: locked, before: await listLocales(writer, spaceId) });
      },
      { long: true },
    );
  }

  /** Writes the changed locales and updates every environment; returns whether any locale changed. */
  async #apply({ writer, change, space, before }: LocaleWrite, after: readonly Locale[]): Promise<boolean> {
    const changed = after.filter(
      ({ number, version }) => before.find((old) => old.number === number)?.version !== version,
    );
    const gone = before.filter(({ number }) => after.every((locale) => locale.number !== number));
    if (changed.length + gone.length === 0) return false;
    change.count(space.accountId, 'locales', after.length - before.length);
    const environments = await readyEnvironments(writer, space.id);
    for (const environment of environments) await this.#content.lock(writer, environment);
    for (const locale of gone) await deleteLocale(writer, space.id, locale.number);
    for (const locale of changed) {
      if (before.some(({ number }) => number === locale.number))
        await updateLocale(writer, space.id, locale, change.at);
      else await insertLocale(writer, space.id, locale, change.at);
    }
    for (const environment of environments) this.#content.keepLocales(change, environment, before);
    const movesContent = resolution(before) !== resolution(after);
    for (const environment of environments) {
      if (movesContent) await this.#content.localesChanged({ writer, change, environment }, gone.length > 0);
      for (const { code, number } of [...changed, ...gone]) {
        change.item({
          environment,
          event: null,
          kind: 'locale',
          key: code,
          resource: number,
          published: true,
        });
      }
      const { number, name } = environment;
      change.item({
        environment,
        event: 'environment.update',
        kind: 'environment',
        key: name,
        resource: number,
        published: true,
      });
    }
    if (defaultOf(before) !== defaultOf(after)) await store.raiseSpace(writer, space.id, change.at);
    return true;
  }

  #tell(
    { change, space, before }: LocaleWrite,
    action: AuditAction,
    { after, id }: { after: readonly Locale[]; id: string },
  ): ShownLocale {
    const old = before.find((locale) => locale.id === id);
    const fresh = shownLocale(after, requireLocale(after, id));
    const changes = {
      ...(old === undefined ? {} : { before: audited(shownLocale(before, old)) }),
      after: audited(fresh),
    };
    change.record({ action, target: { type: 'locale', id }, spaceId: space.id, changes });
    return fresh;
  }

  async #rejectLoss({ writer, space, before }: LocaleWrite, gone: Locale): Promise<void> {
    const advice = 'repeat the request with ?confirm_data_loss=true to delete it anyway.';
    const dependent = before.filter(({ fallback }) => fallback === gone.number).map(({ code }) => code);
    if (dependent.length > 0) {
      throw new DomainError(
        'conflict',
        `The locale ${gone.code} is the fallback of ${dependent.join(', ')}; ${advice}`,
        { locales: dependent },
      );
    }
    let count = 0;
    for (const environment of await readyEnvironments(writer, space.id)) {
      await this.#content.lock(writer, environment);
      count += await this.#content.countWithLocale(writer, environment, gone.number);
    }
    if (count === 0) return;
    throw new DomainError(
      'conflict',
      `The locale ${gone.code} holds values of ${count} entries and assets; ${advice}`,
      { resources: count },
    );
  }
}

function requireLocale(locales: readonly Locale[], id: string): Locale {
  const locale = locales.find((other) => other.id === id);
  if (locale === undefined) throw notFound('locale');
  return locale;
}

/** Excludes clones in progress: they take the consequences from their source, whose journal records the change. */
async function readyEnvironments(writer: Writer, spaceId: string): Promise<Environment[]> {
  return (await listEnvironments(writer, spaceId)).filter(({ status }) => status === 'ready');
}

/** A locale as responses show it. @param locales all locales of its space */
export function shownLocale(locales: readonly Locale[], locale: Locale): ShownLocale {
  return { ...locale, fallback: fallbackCode(locales, locale) };
}

function audited({ code, name, fallback, optional, isDefault }: ShownLocale): object {
  return { code, name, fallback, optional, default: isDefault };
}

function defaultOf(locales: readonly Locale[]): number | undefined {
  return locales.find(({ isDefault }) => isDefault)?.number;
}

/** The settings that determine how content resolves: the default locale and every fallback chain. */
function resolution(all: readonly Locale[]): string {
  const locales = new Locales(all);
  return JSON.stringify([locales.default.number, all.map(({ number }) => [number, locales.chain(number)])]);
}
