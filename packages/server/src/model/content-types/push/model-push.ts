/**
 * Pushes whole models: content types that are kept in code. The plan is counted first; the write then drafts it again under the lock of the
 * types, counts again what it hides, and stores all types in one transaction. Invariant: no value is hidden that was not named.
 */
import type { Database, Reader } from '../../../platform/database/database.ts';
import { unavailable } from '../../../platform/database/unavailable.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import { DryRun } from '../../../platform/journal/dry-run.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { WorkPace } from '../../../platform/kit/pace.ts';
import type { Environment } from '../../spaces/environment.ts';
import type { ContentTypes } from '../content-types.ts';
import { lockTypes } from '../merged-type.ts';
import type { Model } from '../model.ts';
import { lockFor, requireUnlocked } from '../model-lock.ts';
import { rejectLargeModel } from '../model-size.ts';
import type { Models } from '../models.ts';
import { isLarger } from '../store.ts';
import { EXAMPLES_MAX, type RuleCount, type StoredContent } from '../stored-content.ts';
import type { TypeWork } from '../type-change.ts';
import { type Loss, lossesOf, mayConflict, withHidden } from '../type-effects.ts';
import { preparePatterns } from '../type-patterns.ts';
import { type Declaration, draftModel, type ModelDraft } from './model-draft.ts';
import { type Counts, changedRules, lossName, planOf } from './push-plan.ts';
import type { Pushed, Refusal } from './schema.ts';

/** Attempts at a push while others are changing the model. */
const ATTEMPTS_MAX = 5;
/** Maximum names in the message of an error. */
const NAMES_SHOWN_MAX = 20;

export interface PushRequest extends Declaration {
  readonly dry_run?: boolean;
  readonly confirm_data_loss?: readonly string[];
}

/** `all` for a write that is taken back. */
type WrittenRequest = Omit<PushRequest, 'confirm_data_loss'> & {
  readonly confirm_data_loss?: readonly string[] | 'all';
};

/** The model changed between the plan and the write. */
class PlanOutdated extends Error {}

export class ModelPush {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #models: Models;
  readonly #stored: StoredContent;
  readonly #contentTypes: ContentTypes;
  readonly #clock: Clock;

  constructor(parts: {
    database: Database;
    journal: Journal;
    models: Models;
    stored: StoredContent;
    contentTypes: ContentTypes;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#models = parts.models;
    this.#stored = parts.stored;
    this.#contentTypes = parts.contentTypes;
    this.#clock = parts.clock;
  }

  /** The model of an environment that the actor has opened. */
  async model(environment: Environment): Promise<Model> {
    return this.#models.confirmed(environment);
  }

  /**
   * Plans a push, and writes it unless it is a dry run or changes nothing.
   * @param expected the revision of the model that the caller read
   * @throws `validation_failed`, `version_conflict`, `field_has_data`, `content_type_in_use`, or `conflict` on slugs or unique values
   */
  async push(actor: Actor, environment: Environment, request: PushRequest, expected?: number): Promise<Pushed> {
    const earlier = await this.#journal.earlier<Pushed>(actor);
    if (earlier !== undefined) return earlier;
    const pace = new WorkPace();
    for (const [index, { fields }] of request.content_types.entries())
      await preparePatterns(fields, { pace, root: `content_types.${index}.fields` });
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const model = await this.#models.confirmed(environment);
      checkVersion(expected, model.revision);
      try {
        return await this.#attempt(actor, { environment, model }, request);
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw error;
      }
    }
    throw unavailable();
  }

  async #attempt(
    actor: Actor,
    { environment, model }: { environment: Environment; model: Model },
    request: PushRequest,
  ): Promise<Pushed> {
    const { reader } = this.#database;
    const draft = await draftModel(model, request, this.#clock());
    const counts = { losses: await this.#losses(reader, model, draft), breaking: await this.#breaking(draft) };
    const isDryRun = request.dry_run === true;
    if (isDryRun || (draft.changed.length === 0 && draft.deleted.length === 0)) {
      const refused = isDryRun ? await this.#refusals(actor, { environment, model, draft }, request) : [];
      return { plan: planOf(draft, counts, refused), applied: false, version: model.revision };
    }
    const push = { revision: model.revision, breaking: counts.breaking };
    const pushed = await this.#journal.grow(
      actor,
      (writer, change) => this.#write({ writer, change, actor, environment }, push, request),
      { long: true },
    );
    if (draft.deleted.length > 0) this.#contentTypes.removalBegun();
    return pushed;
  }

  /** Writes the model inside an open write. @throws PlanOutdated if it is not the planned one any more */
  async #write(
    work: TypeWork,
    { revision, breaking }: Pick<Counts, 'breaking'> & { readonly revision: number },
    request: WrittenRequest,
  ): Promise<Pushed> {
    const { writer, change, environment } = work;
    await lockTypes(work);
    const model = await this.#models.forWrite(writer, environment);
    if (model.revision !== revision) throw new PlanOutdated('The model has changed since the push was planned.');
    const draft = await draftModel(model, request, change.at);
    const losses = await this.#losses(writer, model, draft);
    await requireUnlocked(work);
    rejectUnconfirmed(losses, request.confirm_data_loss ?? []);
    await this.#store(work, draft, losses);
    const pushed = { plan: planOf(draft, { losses, breaking }, []), applied: true, version: revision };
    change.atRevision(environment.number, async (_, raised) => {
      pushed.version = raised;
    });
    return pushed;
  }

  async #store(work: TypeWork, draft: ModelDraft, losses: Counts['losses']): Promise<void> {
    const created = draft.changed.flatMap(({ before, plan }) => (before === null ? [plan.type] : []));
    const updated = draft.changed.flatMap(({ before, plan }) =>
      before === null ? [] : [{ before, after: withHidden(plan, losses.get(before.apiId) ?? []) }],
    );
    await this.#contentTypes.writeTypes(work, { created, updated });
    for (const { apiId } of draft.deleted) {
      work.change.endPart();
      await this.#contentTypes.deleteForGood(work, apiId);
    }
    if (created.length > 0 || updated.some(({ before, after }) => isLarger(after, before)))
      await rejectLargeModel(work.writer, work.environment.number);
  }

  async #losses(db: Reader, model: Model, { changed }: ModelDraft): Promise<Counts['losses']> {
    const losses = new Map<string, readonly Loss[]>();
    for (const { before, plan } of changed) {
      if (before === null) continue;
      const ofType = await lossesOf(db, { before, plan }, { stored: this.#stored, model });
      if (ofType.length > 0) losses.set(before.apiId, ofType);
    }
    return losses;
  }

  async #breaking({ changed, after }: ModelDraft): Promise<Counts['breaking']> {
    const breaking = new Map<string, ReadonlyMap<number, readonly RuleCount[]>>();
    for (const drafted of changed) {
      const { apiId, number } = drafted.plan.type;
      const fields = changedRules(drafted);
      if (fields.length === 0) continue;
      const place = { contentType: number, fields };
      breaking.set(apiId, await this.#stored.countBreaking(this.#database.reader, after, place));
    }
    return breaking;
  }

  /** What the write would be refused for beside losses that are not confirmed. */
  async #refusals(
    actor: Actor,
    { environment, model, draft }: { environment: Environment; model: Model; draft: ModelDraft },
    request: PushRequest,
  ): Promise<Refusal[]> {
    const { reader } = this.#database;
    const refusals: Refusal[] = [];
    const locked = draft.changed.length + draft.deleted.length > 0 ? await lockFor(reader, actor, environment) : null;
    if (locked !== null) refusals.push(refusalOf(locked, null));
    for (const type of draft.deleted) {
      const { revision, locales, types } = draft.after;
      const besides = model.as({ revision, locales, types: [...types, type] });
      const use = await this.#contentTypes.useOf(reader, besides, type);
      if (use !== undefined) refusals.push(refusalOf(use, type.apiId));
    }
    const mayBeTaken = draft.changed.some(({ before, plan }) => before !== null && mayConflict(before, plan.type));
    if (!mayBeTaken || refusals.length > 0) return refusals;
    return this.#tried(actor, environment, { revision: model.revision }, request);
  }

  /** Writes the model and takes it back: only the engine knows whether two entries would have one slug or unique value. */
  async #tried(
    actor: Actor,
    environment: Environment,
    { revision }: { revision: number },
    request: PushRequest,
  ): Promise<Refusal[]> {
    const push = { revision, breaking: new Map() };
    try {
      await this.#journal.grow(
        actor,
        async (writer, change) => {
          await this.#write({ writer, change, actor, environment }, push, { ...request, confirm_data_loss: 'all' });
          throw new DryRun();
        },
        { long: true },
      );
    } catch (error) {
      if (error instanceof DomainError && error.code === 'conflict') return [refusalOf(error, null)];
      if (!(error instanceof DryRun)) throw error;
    }
    return [];
  }
}

/** @throws `field_has_data` that names the losses that are not confirmed */
function rejectUnconfirmed(losses: Counts['losses'], confirmed: readonly string[] | 'all'): void {
  if (confirmed === 'all') return;
  const named = new Set(confirmed);
  const missing = [...losses].flatMap(([apiId, ofType]) =>
    ofType.map((loss) => ({ name: lossName(apiId, loss), ...loss })).filter(({ name }) => !named.has(name)),
  );
  const [first] = missing;
  if (first === undefined) return;
  const names = [...new Set(missing.map(({ name }) => name))];
  const where = first.entries === 1 ? '1 entry' : `${first.entries} entries`;
  const message = `Name what may be hidden in confirm_data_loss, or send it as it was: ${shownNames(names)}; ${first.name} holds values in ${where}.`;
  const fields = missing.map(({ name: id, hides, entries }) => ({ id, hides, entries }));
  throw new DomainError('field_has_data', message, {
    field: first.name,
    entries: first.entries,
    fields,
    data_loss: names,
  });
}

function shownNames(names: readonly string[]): string {
  return `${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${names.length > NAMES_SHOWN_MAX ? ' …' : ''}`;
}

function refusalOf({ code, message, extra }: DomainError, contentType: string | null): Refusal {
  const { entries } = extra as { entries?: number | readonly string[] };
  const examples = Array.isArray(entries) ? entries.slice(0, EXAMPLES_MAX).map(String) : [];
  const count = typeof entries === 'number' ? entries : examples.length;
  return { code, content_type: contentType, message, entries: count, examples };
}
