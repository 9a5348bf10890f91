/** The copy that a site keeps in a file, through nodes that end: it goes on from the file as it was saved last. */
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '../../../../client/src/lectern-error.ts';
import { file, type Replica, replica } from '../../../../client/src/replica.ts';
import type { AnyModel } from '../../../../client/src/types/model.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { comparable, Follower } from './follower.ts';
import type { Nodes } from './nodes.ts';

const ADDRESS = 'https://lectern.example';
/** All that there may be. */
const TYPES = ['author', 'article', 'extra'];

export class FileCopy {
  /** How often another one went on from the file. */
  resumed = -1;
  readonly #nodes: Nodes;
  readonly #scene: Scene;
  readonly #folder = temporaryFolder('copy');
  #copy: Replica<AnyModel> | undefined;

  private constructor(nodes: Nodes, scene: Scene) {
    this.#nodes = nodes;
    this.#scene = scene;
  }

  static async open(nodes: Nodes, scene: Scene): Promise<FileCopy> {
    const copy = new FileCopy(nodes, scene);
    await copy.resume();
    return copy;
  }

  /** Ends the copy, and goes on from the file as it was before: as if the site had been killed. */
  async resume(): Promise<void> {
    this.resumed += 1;
    const [before, next] = [this.resumed - 1, this.resumed].map((count) => this.#path(count));
    if (this.#copy !== undefined) await copyFile(before ?? '', next ?? '').catch(isMissing);
    await this.#copy?.close();
    this.#copy = await until(() => this.#start(next ?? '').catch(() => undefined));
  }

  /** Fails unless it has what delivery shows. */
  async check(): Promise<void> {
    const by = await this.#nodes.at(this.#scene.delivery);
    const present = new Follower(this.#scene.read);
    await present.catchUp(by);
    await this.#copy?.at(present.revision);
    const own = await this.#all();
    for (const [id, value] of present.copy) {
      if (id === 'model') continue;
      assert.deepEqual(comparable(own.get(id) ?? {}), comparable(value), id);
    }
    assert.equal(present.copy.size - 1, own.size);
  }

  async close(): Promise<void> {
    await this.#copy?.close();
  }

  #path(count: number): string {
    return join(this.#folder, `${count}.json`);
  }

  /** All that the copy has, by id, as it came. */
  async #all(): Promise<Map<string, object>> {
    const copy = this.#copy ?? assert.fail('There is no copy.');
    const found = new Map<string, object>();
    for await (const asset of copy.assets().locale('*')) found.set(asset.id, asset);
    for (const type of TYPES)
      try {
        for await (const { links: _, ...entry } of copy.entries(type).locale('*').param('meta', true))
          found.set(entry.id, entry);
      } catch (error) {
        if (!(error instanceof LecternError && error.status === 422)) throw error;
      }
    return found;
  }

  /** Every request goes to a node that is there now. */
  #start(path: string): Promise<Replica<AnyModel>> {
    const { spaceId, delivery } = this.#scene;
    const ask: typeof fetch = async (input, init) => {
      const { url } = await this.#nodes.at(delivery);
      return fetch(String(input).replace(ADDRESS, url), init);
    };
    const client = { url: ADDRESS, space: spaceId, token: delivery.token ?? '', fetch: ask };
    return replica<AnyModel>(client, { store: file(path) });
  }
}

/** Nothing was saved yet. */
function isMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
