/** An installation that others follow while it is put back to a backup, as a whole or one space of it. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { runBackup } from '../../../src/commands/backup/backup-command.ts';
import { runRestore } from '../../../src/commands/backup/restore-command.ts';
import type { Output } from '../../../src/commands/output.ts';
import {
  embeddedPlaces,
  installedPostgres,
  type Place,
  type Places,
  postgresPlaces,
} from '../../operations/backup/places.ts';

/** Places of an engine for the suite that is being defined. PostgreSQL makes backups where its programs are installed. */
export function placesOf(engine: TestEngine): () => Restorable {
  const programs = engine.kind === 'postgres' ? installedPostgres() : null;
  let places: Places | undefined;
  before(async () => {
    places = programs === null ? embeddedPlaces() : await postgresPlaces(programs);
  });
  after(() => places?.close());
  return () => new Restorable(engine, places ?? assert.fail(), engine.kind === 'sqlite' || programs !== null);
}

export class Restorable {
  readonly canRestore: boolean;
  readonly #engine: TestEngine;
  readonly #places: Places;
  readonly #folder = temporaryFolder('backups');
  #place: Place | undefined;

  constructor(engine: TestEngine, places: Places, canRestore: boolean) {
    this.#engine = engine;
    this.#places = places;
    this.canRestore = canRestore;
  }

  /** Where it is now. */
  get place(): Place {
    return this.#place ?? assert.fail('It is nowhere yet.');
  }

  async make(): Promise<void> {
    this.#place = this.canRestore ? await this.#places.make() : await this.#withoutPrograms();
  }

  async backUp(): Promise<void> {
    await done((output) => runBackup([this.#folder], this.place.env, output));
  }

  /** Brings all of it back elsewhere. No process may run. */
  async restore(): Promise<void> {
    this.#place = await this.#places.make();
    await done((output) => runRestore([this.#folder], this.place.env, output));
  }

  /** Brings one space back, which is deleted before. */
  async restoreSpace({ owner, space, spaceId }: Pick<Scene, 'owner' | 'space' | 'spaceId'>): Promise<void> {
    await owner.delete(space, 204);
    const words = [this.#folder, '--space', spaceId, '--with-keys'];
    await done((output) => runRestore(words, this.place.env, output));
  }

  async #withoutPrograms(): Promise<Place> {
    const config = await this.#engine.freshDatabaseConfig();
    const dataDir = temporaryFolder('data');
    const env = { LECTERN_DATA_DIR: dataDir };
    return { config, dataDir, env: serviceEnvironment({ engine: { databaseConfig: () => config }, env }) };
  }
}

/** Runs a command, which has to end well. */
async function done(run: (output: Output) => Promise<number>): Promise<void> {
  const lines: string[] = [];
  const keep = (text: string) => void lines.push(text);
  assert.equal(await run({ print: keep, printError: keep, progress: null }), 0, lines.join('\n'));
}
