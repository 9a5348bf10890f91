/**
 * The concepts assembled over a real database, without HTTP: for tests of rules. Every part is the product's own. Whoever opens a
 * bench closes it.
 */

import { EnvironmentChanges } from '../../server/src/branches/environments/environment-changes.ts';
import { endClone } from '../../server/src/branches/environments/environment-cloning.ts';
import { EnvironmentRemoval } from '../../server/src/branches/environments/environment-removal.ts';
import { countAssetsWithLocale, removeAssets } from '../../server/src/content/assets/assets.ts';
import { Entries } from '../../server/src/content/entries/entries.ts';
import { EntryNumbers } from '../../server/src/content/entries/entry-numbers.ts';
import { storedEntries } from '../../server/src/content/entries/stored-content.ts';
import { Plans } from '../../server/src/identity/accounts/plans/plans.ts';
import { Usage } from '../../server/src/identity/accounts/plans/usage.ts';
import { ContentTypes } from '../../server/src/model/content-types/content-types.ts';
import { FieldRemoval } from '../../server/src/model/content-types/field-removal.ts';
import { Models } from '../../server/src/model/content-types/models.ts';
import { ModelledContent } from '../../server/src/model/content-types/space-content.ts';
import { removeTypes } from '../../server/src/model/content-types/type-removal.ts';
import type { Environment } from '../../server/src/model/spaces/environment.ts';
import { Environments } from '../../server/src/model/spaces/environments.ts';
import { Heads } from '../../server/src/model/spaces/heads.ts';
import { LocaleRules } from '../../server/src/model/spaces/locale-rules.ts';
import type { Space } from '../../server/src/model/spaces/space.ts';
import { Spaces } from '../../server/src/model/spaces/spaces.ts';
import { openDatabase } from '../../server/src/platform/database/connect.ts';
import type { Database, DatabaseConfig } from '../../server/src/platform/database/database.ts';
import type { Job } from '../../server/src/platform/jobs/job.ts';
import { Jobs } from '../../server/src/platform/jobs/jobs.ts';
import type { Actor } from '../../server/src/platform/journal/actor.ts';
import { IdempotencyRecords } from '../../server/src/platform/journal/idempotency.ts';
import { Journal } from '../../server/src/platform/journal/journal.ts';
import { RecordDigests } from '../../server/src/platform/journal/record-digests.ts';
import { type Clock, systemClock } from '../../server/src/platform/kit/clock.ts';
import { newId } from '../../server/src/platform/kit/ids.ts';
import { MemoryBudget } from '../../server/src/platform/kit/memory-budget.ts';
import { SealedBox } from '../../server/src/platform/kit/sealed-box.ts';

const MODEL_BYTES_MAX = 16_777_216;

export const SECRET = 'a secret of at least 32 characters';

/** What every concept with spaces depends on. */
interface Assembly {
  readonly journal: Journal;
  readonly digests: RecordDigests;
  readonly heads: Heads;
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly environmentChanges: EnvironmentChanges;
  readonly locales: LocaleRules;
  readonly models: Models;
}

export interface Workbench extends Assembly {
  readonly database: Database;
  readonly contentTypes: ContentTypes;
  readonly entries: Entries;
  /** The removal of environments and of hidden fields, which also runs by itself. */
  readonly removal: { wake(): void; idle(): Promise<void> };
  /** An actor with every permission, in a new account. */
  makeActor(limits?: Partial<Pick<Actor, 'accountId' | 'spaceId' | 'environments'>>): Promise<Actor>;
  close(): Promise<void>;
}

/** A space with its `master`, created by its owner. */
export interface BenchSpace {
  readonly owner: Actor;
  readonly space: Space;
  readonly master: Environment;
}

/** Opens the database of that configuration and assembles the concepts over it. */
export async function openWorkbench(config: DatabaseConfig, clock: Clock = systemClock): Promise<Workbench> {
  const database = await openDatabase(config);
  const steps = [storedEntries.removeEnvironment, removeAssets, removeTypes];
  const removal = new EnvironmentRemoval({ database, steps });
  const fieldRemoval = new FieldRemoval({ database, stored: storedEntries });
  const jobs = new Jobs([removalJob(removal), fieldRemovalJob(fieldRemoval)], {
    database,
    clock,
    onProblem: rethrowLater,
  });
  jobs.start();
  const parts = assemble({ database, secret: SECRET, clock, onDeleted: () => removal.trigger.fire() });
  const { journal, environments, models } = parts;
  const numbers = new EntryNumbers(database);
  return {
    ...parts,
    database,
    removal: { wake: () => removal.trigger.fire(), idle: () => jobs.idle() },
    contentTypes: new ContentTypes({
      database,
      journal,
      models,
      stored: storedEntries,
      onFieldRemoved: () => fieldRemoval.trigger.fire(),
    }),
    entries: new Entries({ database, journal, environments, models, numbers, versionsKept: 100 }),
    makeActor: (limits) => makeActor(database, limits),
    close: async () => {
      await jobs.close();
      await database.close();
    },
  };
}

/** A space in an account of its own. */
export async function makeBenchSpace(bench: Workbench, defaultLocale = 'en-US'): Promise<BenchSpace> {
  const owner = await bench.makeActor();
  const space = await bench.spaces.create(owner, { name: 'Bench', defaultLocale });
  return { owner, space, master: await bench.environments.find(owner, space.id, 'master') };
}

/** Spaces, environments and their journal over an open database. @param onDeleted called after environments were deleted */
export function assemble(options: {
  readonly database: Database;
  readonly secret: string;
  readonly clock: Clock;
  readonly onDeleted?: () => void;
}): Assembly {
  const { database, secret, clock, onDeleted = () => {} } = options;
  const heads = new Heads({ database, clock });
  const digests = new RecordDigests(secret);
  const journal = new Journal({
    database,
    heads,
    idempotency: new IdempotencyRecords(new SealedBox(secret, 'idempotency')),
    digests,
    usage: new Usage(Plans.read({ file: null, defaultPlan: 'self_hosted' })),
    clock,
  });
  const models = new Models({ database, heads, memory: new MemoryBudget(MODEL_BYTES_MAX) });
  const content = new ModelledContent({ models, stored: storedEntries, assetCount: countAssetsWithLocale });
  const environments = new Environments({ database, heads });
  const environmentChanges = new EnvironmentChanges({ journal, environments, onDeleted, onCloned: () => {} });
  const locales = new LocaleRules({ database, journal, content });
  const forget = (gone: readonly Environment[]): void => {
    environments.forget(gone);
    onDeleted();
  };
  const holdings = async () => new Map();
  const spaces = new Spaces({ database, journal, locales, holdings, endClone, onDeleted: forget });
  return { journal, digests, heads, spaces, environments, environmentChanges, locales, models };
}

async function makeActor(
  database: Database,
  limits: Partial<Pick<Actor, 'accountId' | 'spaceId' | 'environments'>> = {},
): Promise<Actor> {
  const accountId = limits.accountId ?? newId('acc');
  if (limits.accountId === undefined) {
    const at = Date.now();
    const row = {
      id: accountId,
      name: 'Bench',
      version: 1,
      suspended_at: null,
      suspended_for: null,
      second_factor: 'optional',
      ai: 'on',
      deletion_at: null,
      created_at: at,
      updated_at: at,
    };
    await database.write((writer) => writer.insertInto('accounts').values(row).execute());
  }
  return {
    type: 'user',
    id: newId('usr'),
    name: 'bench@example.com',
    accountId,
    spaceId: limits.spaceId ?? null,
    environments: limits.environments ?? null,
    role: 'owner',
    expiresAt: null,
    permits: () => true,
    origin: null,
  };
}

/** As in `composition/background-jobs.ts`. */
function removalJob(work: EnvironmentRemoval): Job {
  return { name: 'environment-removal', room: 'branches/environments', everyMs: null, runsIn: 'one process', work };
}

function fieldRemovalJob(work: FieldRemoval): Job {
  return { name: 'field-removal', room: 'model/content-types', everyMs: null, runsIn: 'one process', work };
}

/** A removal that fails on the bench fails the test run. */
function rethrowLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
