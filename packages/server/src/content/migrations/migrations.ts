/**
 * Which migrations were run in an environment, and how far. The program `lectern` runs them, by change sets; here is only noted what it has
 * done. Invariant: whoever names the version that it has read writes over nothing else, so that of two that run at once one goes on.
 */
import type { Environments } from '../../model/spaces/environments.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ListedMigration, Migration, MigrationBody } from './schema.ts';
import {
  countMigrations,
  findMigration,
  insertMigration,
  type ListedRow,
  listMigrations,
  lockMigration,
  updateMigration,
} from './store.ts';
import type { MigrationRow } from './tables.ts';

/** Of an environment. */
const MIGRATIONS_MAX = 1_000;
const PROGRESS_BYTES_MAX = 64 * 1024;

/** Where migrations are noted. */
interface MigrationPlace {
  readonly spaceId: string;
  readonly environment: string;
}

interface MigrationParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Pick<Environments, 'open'>;
}

export class Migrations {
  readonly #parts: MigrationParts;

  constructor(parts: MigrationParts) {
    this.#parts = parts;
  }

  /** Those of an environment, in the order of their names. @throws `not_found`, `environment_not_ready` */
  async list(actor: Actor, { spaceId, environment: name }: MigrationPlace): Promise<ListedMigration[]> {
    const { number } = await this.#parts.environments.open(actor, spaceId, name);
    return (await listMigrations(this.#parts.database.reader, number)).map(listed);
  }

  /** @throws `not_found`, `environment_not_ready` */
  async get(actor: Actor, { name, ...place }: MigrationPlace & { readonly name: string }): Promise<Migration> {
    const { number: environment } = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    const found = await findMigration(this.#parts.database.reader, { environment, name });
    if (found === undefined) throw notFound('migration');
    return shown(found);
  }

  /**
   * Notes how far one has come.
   * @throws `not_found`, `environment_not_ready`, `version_conflict`, `validation_failed`, or `conflict` at `MIGRATIONS_MAX`
   */
  async put(
    actor: Actor,
    place: MigrationPlace & { readonly name: string },
    { state, progress: given, checksum }: MigrationBody,
    expected?: number,
  ): Promise<{ readonly migration: Migration; readonly isNew: boolean }> {
    const progress = given === undefined || given === null ? given : JSON.stringify(given);
    requireShort(progress);
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    const key = { environment: environment.number, name: place.name };
    return this.#parts.journal.write(actor, async (writer, change) => {
      const before = await lockMigration(writer, key);
      checkVersion(expected, before?.version ?? 0);
      if (before === undefined) await rejectTooMany(writer, environment.number);
      const { version, ...known } = before ?? { ...key, version: 0, ...firstNoted(actor, change.at) };
      const wanted = {
        state,
        progress: progress === undefined ? known.progress : progress,
        checksum: checksum === undefined ? known.checksum : checksum,
      };
      if (before !== undefined && isSame(before, wanted)) return { migration: shown(before), isNew: false };
      const after = { ...known, ...wanted, version: version + 1, updated_at: change.at, updated_by: actor.id };
      await (before === undefined ? insertMigration : updateMigration)(writer, after);
      change.record({
        action: before === undefined ? 'migration.create' : 'migration.update',
        target: { type: 'migration', id: place.name },
        spaceId: environment.spaceId,
        environment: environment.name,
        changes: { ...(before === undefined ? {} : { before: { state: before.state } }), after: { state } },
      });
      return { migration: shown(after), isNew: before === undefined };
    });
  }
}

function firstNoted(actor: Actor, at: number): Omit<MigrationRow, 'environment' | 'name' | 'state' | 'version'> {
  const by = { created_at: at, created_by: actor.id, updated_at: at, updated_by: actor.id };
  return { progress: null, checksum: null, merge: null, ...by };
}

function isSame(before: MigrationRow, wanted: Pick<MigrationRow, 'state' | 'progress' | 'checksum'>): boolean {
  return (['state', 'progress', 'checksum'] as const).every((name) => before[name] === wanted[name]);
}

function requireShort(progress: string | null | undefined): void {
  const given = Buffer.byteLength(progress ?? '');
  if (given <= PROGRESS_BYTES_MAX) return;
  const message = `Give at most ${PROGRESS_BYTES_MAX} bytes of progress.`;
  throw invalid('progress', 'max_bytes', message, { limit: PROGRESS_BYTES_MAX, given });
}

async function rejectTooMany(reader: Reader, environment: number): Promise<void> {
  if ((await countMigrations(reader, environment)) < MIGRATIONS_MAX) return;
  throw new DomainError(
    'conflict',
    `Join migrations that belong together; an environment has at most ${MIGRATIONS_MAX}.`,
  );
}

function shown({ environment: _, progress, ...row }: MigrationRow): Migration {
  return { ...listed(row), progress: progress === null ? null : (JSON.parse(progress) as Record<string, unknown>) };
}

function listed({ created_at, updated_at, ...row }: ListedRow): ListedMigration {
  return {
    ...row,
    state: row.state as Migration['state'],
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}
