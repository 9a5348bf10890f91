/**
 * Brings the texts of entries in line with models and analyser: a change of fields, display field or locales, and a new
 * analyser version, are applied here after their commit. Until that is done, `q` finds by the texts as they were. What is
 * left to do is stored in the database, so that a stop in between loses nothing.
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
import { deleteModel, isInLine, selectModel, staleEnvironments, upsertModel } from './store.ts';
import { fingerprintOf, fingerprintOfAssets } from './texts.ts';
import { ANALYSER_VERSION } from './words.ts';

const ENVIRONMENTS_AT_ONCE = 20;
/** Stands among the numbers of content types. */
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
 * Brings the texts of some entries of a type in line, and notes those that changed.
 * @param after row id behind which to go on; 0 at first
 * @returns the last row id it looked at; null where there is none behind it
 */
export type TextStep = (work: IndexingWork, contentType: number, after: number) => Promise<number | null>;

/** The same for the assets of an environment. */
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
  /** Fired when a model was changed. */
  readonly trigger = new Trigger();
  readonly #parts: IndexingParts;

  constructor(parts: IndexingParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const first = { analyser: ANALYSER_VERSION, after: 0, limit: 1 };
    return (await staleEnvironments(this.#parts.database.reader, first)).length > 0;
  }

  /** Indexes anew what is out of line. */
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
      const fingerprint = fingerprintOf(type, model.locales);
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

  /** Gives false where it was stopped, by the end of the process or by a newer model, which wakes it again. */
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

/** Removes what is known of an environment that is deleted; nothing is left then. */
export async function removeIndexing(writer: Writer, environment: number): Promise<boolean> {
  await deleteModel(writer, environment);
  return true;
}

/** The entries of a clone are indexed as those of its source are: nothing is read again for it, unless those are behind. @param revision of the clone's model */
async function copyIndexing(writer: Writer, { source, clone }: RowPair, revision: number): Promise<void> {
  const known = await selectModel(writer, source);
  if (known === undefined) return;
  const model_revision = (await isInLine(writer, known)) ? revision : 0;
  await upsertModel(writer, { ...known, environment: clone, model_revision });
}

async function knownFingerprints(database: Database, environment: number): Promise<Record<string, string>> {
  const known = await selectModel(database.reader, environment);
  if (known === undefined || known.analyser !== ANALYSER_VERSION) return {};
  return JSON.parse(known.fingerprints) as Record<string, string>;
}

/** What is known of the index, copied behind the content. */
export const indexingCopy: KindCopy = { parts: [], modelParts: [], again: null, finish: copyIndexing };
