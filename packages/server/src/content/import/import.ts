/**
 * Imports content: content types, assets and entries, upserted by key. Lines are processed in steps, each one write; a failed line
 * does not affect the others. Invariant: memory contains at most one step, with its results.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { Room, Usage } from '../../identity/accounts/plans/usage.ts';
import { type Authentication, initiatorOf } from '../../identity/auth/authentication.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import type { Models } from '../../model/content-types/models.ts';
import { preparePatterns } from '../../model/content-types/type-patterns.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { DomainError, VIOLATIONS_MAX } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { Pace, WorkPace } from '../../platform/kit/pace.ts';
import type { EntryWork } from '../entries/entry.ts';
import { notProcessedInTime } from '../entries/entry-import.ts';
import type { EntryNumbers } from '../entries/entry-numbers.ts';
import type { KindName } from '../kinds/content-kind.ts';
import { contentKind } from '../kinds/kinds.ts';
import type { ImportLine } from './records.ts';

/** Required by the route, and checked again in each step. */
const PERMISSION = 'content.import';
/** Lines per write. */
const STEP_LINES_MAX = 200;
/** After this time a write accepts no further lines, so that other writes can run in between. */
const STEP_MS = 50;
/** Attempts at a step while other writes use up the account's remaining quota. */
const STEP_ATTEMPTS_MAX = 3;
/** After this time no further step is started. */
const IMPORT_MAX_MS = 110_000;

export interface ImportParts {
  readonly database: Pick<Database, 'reader'>;
  /** Looks up an actor's current permissions. */
  readonly actorLookup: Pick<Authentication, 'asNow'>;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly models: Models;
  readonly contentTypes: ContentTypes;
  readonly numbers: EntryNumbers;
  readonly usage: Pick<Usage, 'room'>;
  readonly versionsKept: number;
  readonly clock: Clock;
}

/** The result of one line. */
export interface LineResult {
  readonly line: number;
  readonly kind: KindName | null;
  readonly key: string | null;
  readonly id: string | null;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly warnings: readonly Violation[];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly errors?: unknown;
    /** Whether there are more errors. */
    readonly truncated?: boolean;
  };
}

type Outcome = Pick<LineResult, 'result' | 'warnings'>;

interface ImportWork extends Omit<EntryWork, 'model'> {
  /** What the account may still create. */
  readonly room: Room;
}

/** What to import, and how. */
export interface ImportTask {
  readonly lines: Iterable<ImportLine>;
  readonly withEvents: boolean;
  /** Runs at the end of each write, inside it: what it writes is committed if and only if these lines are. */
  readonly alongside?: (writer: Writer, results: readonly LineResult[]) => Promise<void>;
}

interface Step extends Omit<ImportTask, 'lines'> {
  readonly actor: Actor;
  readonly environment: Environment;
  readonly lines: readonly ImportLine[];
  /** Unused row ids for new entries. */
  readonly ids: number[];
}

export class ContentImport {
  readonly #parts: ImportParts;

  constructor(parts: ImportParts) {
    this.#parts = parts;
  }

  /**
   * Imports lines into an environment. Yields the results of each step once it is written. If the consumer stops reading, the
   * import stops.
   * @throws the error of the first step; an error in a later step becomes the result of all remaining lines
   */
  async *run(
    actor: Actor,
    place: { spaceId: string; environment: string },
    { lines, ...options }: ImportTask,
  ): AsyncGenerator<LineResult[]> {
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    const deadline = this.#parts.clock() + IMPORT_MAX_MS;
    const task = { actor, environment, ...options, ids: [] };
    let obstacle: DomainError | undefined;
    let isFirst = true;
    for await (const batch of batchesOf(lines)) {
      for (let left: readonly ImportLine[] = batch; left.length > 0; isFirst = false) {
        if (this.#parts.clock() >= deadline) obstacle ??= notProcessedInTime();
        const written = obstacle ?? (await this.#attempt({ ...task, lines: left }, isFirst));
        if (written instanceof DomainError) obstacle = written;
        const results = written instanceof DomainError ? left.map((line) => refused(line, written)) : written;
        yield results;
        left = left.slice(results.length);
      }
    }
  }

  /** Returns the results of the next step, or the error that prevented it. @throws that error, for the first step */
  async #attempt(step: Step, isFirst: boolean): Promise<LineResult[] | DomainError> {
    try {
      const lines = await preparedLines(step.lines);
      const actor = isFirst ? step.actor : await this.#actorNow(step.actor);
      return await this.#runWithRoom({ ...step, actor, lines });
    } catch (error) {
      if (isFirst || !(error instanceof DomainError)) throw error;
      return error;
    }
  }

  /** The actor with their current permissions. @throws if they may no longer continue */
  async #actorNow(begun: Actor): Promise<Actor> {
    const actor = await this.#parts.actorLookup.asNow(this.#parts.database.reader, initiatorOf(begun));
    if (actor.permits(PERMISSION)) return actor;
    const message = `Your role no longer allows ${PERMISSION}; import the rest with a higher role.`;
    throw new DomainError('insufficient_permission', message, { permission: PERMISSION });
  }

  /** Imports as many lines as the limit allows: if other writes used up the step's room, runs it again with what is left. */
  async #runWithRoom(step: Step): Promise<LineResult[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runStep(step);
      } catch (error) {
        const isBeyond = error instanceof DomainError && error.code === 'plan_limit_reached';
        if (!isBeyond || attempt === STEP_ATTEMPTS_MAX) throw error;
      }
    }
  }

  /** Imports the first lines in one write: as many as time allows, but at least one. */
  async #runStep(step: Step): Promise<LineResult[]> {
    const { actor, environment, lines, ids } = step;
    const entries = lines.filter(({ kind }) => kind === 'entry').length;
    if (entries > ids.length) ids.push(...(await this.#parts.numbers.rowIds(environment.number, entries - ids.length)));
    const results = await this.#parts.journal.grow(
      actor,
      async (writer, change) => {
        const room = await this.#parts.usage.room(writer, environment.accountId);
        const work = { writer, change, actor, environment, room };
        const unused = [...ids];
        const written: LineResult[] = [];
        const pace = new Pace(STEP_MS);
        for (const line of lines) {
          written.push(await this.#runLine(work, line, unused));
          await pace.rest();
          if (pace.isSpent()) break;
        }
        if (!step.withEvents) change.withoutEvents();
        if (change.items.length > 0) recordStep(work, written);
        await step.alongside?.(writer, written);
        return written;
      },
      { long: true, environment: environment.number },
    );
    ids.splice(0, results.filter(({ kind, result }) => kind === 'entry' && result === 'created').length);
    return results;
  }

  async #runLine(work: ImportWork, line: ImportLine, ids: number[]): Promise<LineResult> {
    const mark = work.change.mark();
    try {
      if (line.problem !== undefined) throw line.problem;
      const outcome = await savepoint(work.writer, async () => {
        const imported = await this.#importRecord(work, line, ids);
        work.room.require(work.change.usage.ofAccount(work.environment.accountId));
        return imported;
      });
      if (line.kind === 'entry' && outcome.result === 'created') ids.shift();
      return { ...named(line, work.environment), ...outcome, warnings: outcome.warnings.slice(0, VIOLATIONS_MAX) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      work.change.undoTo(mark);
      return refused(line, error);
    }
  }

  #importRecord(work: ImportWork, { kind, record, file }: ImportLine, ids: readonly number[]): Promise<Outcome> {
    const { models, contentTypes, versionsKept } = this.#parts;
    const { writer, change, actor, environment } = work;
    const open = { writer, change, actor, environment, models, contentTypes, versionsKept, newId: ids[0], file };
    return contentKind(kind as KindName).records.import(open, record);
  }
}

/** The first lines, as many as there is time to compile the patterns of, but at least one. */
async function preparedLines(lines: readonly ImportLine[]): Promise<readonly ImportLine[]> {
  const pace = new WorkPace();
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'content_type') continue;
    try {
      await preparePatterns(line.record.fields, { pace });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return index > 0 ? lines.slice(0, index) : [{ ...line, problem: error }];
    }
  }
  return lines;
}

/** Splits the lines into batches of at most one step, pausing while they are parsed. */
async function* batchesOf(lines: Iterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  const pace = new Pace();
  let step: ImportLine[] = [];
  for (const line of lines) {
    step.push(line);
    await pace.restIfDue();
    if (step.length < STEP_LINES_MAX) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}

function named(
  { line, kind, record }: ImportLine,
  environment: Environment,
): Pick<LineResult, 'line' | 'kind' | 'key' | 'id'> {
  const key = keyOf(record);
  return { line, kind, key, id: kind === null || key === null ? null : resourceId(kind, environment.code, key) };
}

function refused(line: ImportLine, { code, message, extra }: DomainError): LineResult {
  const { errors, truncated } = extra as { readonly errors?: unknown; readonly truncated?: boolean };
  return {
    line: line.line,
    kind: line.kind,
    key: keyOf(line.record),
    id: null,
    result: 'refused',
    warnings: [],
    error: { code, message, ...(errors !== undefined && { errors }), ...(truncated && { truncated }) },
  };
}

function keyOf(record: Readonly<Record<string, unknown>>): string | null {
  const key = record.key ?? record.api_id;
  return typeof key === 'string' ? key : null;
}

function recordStep({ change, environment }: Omit<EntryWork, 'model'>, results: readonly LineResult[]): void {
  const count = (result: LineResult['result']) => results.filter((line) => line.result === result).length;
  change.record({
    action: 'content.import',
    target: { type: 'environment', id: environment.id },
    spaceId: environment.spaceId,
    environment: environment.name,
    changes: {
      after: {
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        refused: count('refused'),
      },
    },
  });
}
