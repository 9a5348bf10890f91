/**
 * Updates the texts of entries to models and analyser: a change of fields, display field or locales, and a new analyser version,
 * are applied here after their commit. Until then, `q` searches the previous texts. Remaining work is stored in the database, so
 * that a stop in between loses nothing.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { KindCopy } from '../../model/spaces/content-copy.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import { type Actor, systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { deleteModel, isUpToDate, selectModel, staleEnvironments, upsertModel } from './store.ts';
import { fingerprintOf, fingerprintOfAssets } from './texts.ts';
import { ANALYSER_VERSION } from './words.ts';

const ENVIRONMENTS_AT_ONCE = 20;
/** Used in place of the number of a content type. */
const ASSETS = 'assets';

/** An open write on the entries of an environment. */
export interface IndexingWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}

/**
 * Updates the texts of some entries of a type, and records the entries that changed.
 * @param after row id to continue after; 0 at first
 * @returns the last row id that it read; null if none follows
 */
export type TextStep = (work: IndexingWork, contentType: number, after: number) => Promise<number | null>;

/** As `TextStep`, for the assets of an environment. */
export type AssetTextStep = (work: IndexingWork, after: number) => Promise<number | null>;

export interface IndexingParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly models: Models;
  readonly environments: Pick<Environments, 'resolve'>;
  readonly entries: TextStep;
  readonly assets: AssetTextStep;
}

export class SearchIndexing {
  /** Fired when a model changes. */
  readonly trigger = new Trigger();
  readonly #parts: IndexingParts;

  constructor(parts: IndexingParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const first = { analyser: ANALYSER_VERSION, after: 0, limit: 1 };
    return (await staleEnvironments(this.#parts.database.reader, first)).length > 0;
  }

  /** Reindexes whatever is out of date. */
  async run(signal: AbortSignal): Promise<void> {
    const { reader } = this.#parts.database;
    let after = 0;
    for (;;) {
      const found = await staleEnvironments(reader, { analyser: ANALYSER_VERSION, after, limit: ENVIRONMENTS_AT_ONCE });
      for (const { number, space_id, name } of found) {
        if (signal.aborted) return;
        after = number;
        const environment = await this.#parts.environments.resolve(space_id, name);
        if (environment?.number === number) await this.#indexOne(environment, signal);
      }
      if (found.length < ENVIRONMENTS_AT_ONCE) return;
    }
  }

  async #indexOne(environment: Environment, signal: AbortSignal): Promise<void> {
    const { database, models } = this.#parts;
    const model = await models.current(environment);
    const known = await knownFingerprints(database, environment.number);
    const fingerprints: Record<string, string> = {};
    const { entries, assets } = this.#parts;
    for (const type of model.types) {
      const fingerprint = fingerprintOf(type, model);
      fingerprints[type.number] = fingerprint;
      if (known[type.number] === fingerprint) continue;
      const step: AssetTextStep = (work, after) => entries(work, type.number, after);
      if (!(await this.#index({ environment, model, step }, signal))) return;
    }
    fingerprints[ASSETS] = fingerprintOfAssets(model.locales);
    const areAssetsStale = known[ASSETS] !== fingerprints[ASSETS];
    if (areAssetsStale && !(await this.#index({ environment, model, step: assets }, signal))) return;
    await database.write((writer) =>
      upsertModel(writer, {
        environment: environment.number,
        analyser: ANALYSER_VERSION,
        model_revision: model.revision,
        fingerprints: JSON.stringify(fingerprints),
      }),
    );
  }

  /** False if it was stopped, by the end of the process or by a newer model, which triggers it again. */
  async #index(
    { environment, model, step }: { environment: Environment; model: Model; step: AssetTextStep },
    signal: AbortSignal,
  ): Promise<boolean> {
    let after: number | null = 0;
    while (after !== null) {
      if (signal.aborted) return false;
      const from: number = after;
      const reached = await this.#parts.journal.grow(
        systemActor('search', environment.accountId),
        (writer, change) => this.#step({ writer, change, environment }, { model, step, after: from }),
        { long: true },
      );
      if (reached === 'newer') return false;
      after = reached;
    }
    return true;
  }

  async #step(
    { writer, change, environment }: Pick<IndexingWork, 'writer' | 'change' | 'environment'>,
    { model, step, after }: { model: Model; step: AssetTextStep; after: number },
  ): Promise<number | null | 'newer'> {
    const current = await this.#parts.models.forWrite(writer, environment, 'all');
    if (current.revision !== model.revision) {
      this.trigger.fire();
      return 'newer';
    }
    const work = { writer, change, environment, model, actor: systemActor('search', environment.accountId) };
    const reached = await step(work, after);
    if (change.items.length > 0)
      change.record({
        action: 'search.index',
        target: { type: 'environment', id: environment.id },
        accountId: null,
        spaceId: environment.spaceId,
        environment: environment.name,
      });
    return reached;
  }
}

/** Removes the indexing state of a deleted environment, which has no content left. */
export async function removeIndexing(writer: Writer, environment: number): Promise<boolean> {
  await deleteModel(writer, environment);
  return true;
}

/**
 * The entries of a clone are indexed like those of its source: nothing is read again, unless the source is behind. @param revision
 * of the clone's model
 */
async function copyIndexing(writer: Writer, { source, clone }: RowPair, revision: number): Promise<void> {
  const known = await selectModel(writer, source);
  if (known === undefined) return;
  const model_revision = (await isUpToDate(writer, known)) ? revision : 0;
  await upsertModel(writer, { ...known, environment: clone, model_revision });
}

async function knownFingerprints(database: Database, environment: number): Promise<Record<string, string>> {
  const known = await selectModel(database.reader, environment);
  if (known === undefined || known.analyser !== ANALYSER_VERSION) return {};
  return JSON.parse(known.fingerprints) as Record<string, string>;
}

/** The indexing state, copied after the content. */
export const indexingCopy: KindCopy = { parts: [], modelParts: [], again: null, finish: copyIndexing };
