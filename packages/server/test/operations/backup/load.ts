/**
 * Writers that change entries and upload files without pause, and record the responses. They make restored copies comparable: the
 * journal says which version each entry had at a revision, and the record says what that version was.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';

const WRITERS = 6;
const UPLOADERS = 2;
const ENTRIES_MAX = 40;
const FILE_BYTES_MAX = 60_000;
const BALLAST_CHARACTERS = 90_000;
/** Two writers may meet. */
const EXPECTED = new Set([200, 201, 409]);

/** A scene with a content type, and so many entries in it that copying takes a while. */
export async function prepareScene(url: string, ballast: number): Promise<Scene> {
  const scene = await given(url);
  const fields = [field('title', 'string'), field('body', 'text')];
  await scene.owner.post(`${scene.base}/content-types`, { api_id: 'note', name: 'Note', fields }, 201);
  const bodies = Array.from({ length: ballast }, () => randomBytes(BALLAST_CHARACTERS / 2).toString('hex'));
  for (const body of bodies) {
    const entry = { content_type_id: 'note', fields: { title: 'ballast', body } };
    await scene.management.post(`${scene.base}/entries`, entry, 201);
  }
  return scene;
}

export class Load {
  /** `<id>@<version>` → what the service said of it. */
  readonly versions = new Map<string, unknown>();
  /** Address of a file → hash of its bytes. */
  readonly files = new Map<string, string>();
  slowestMs = 0;
  readonly #actor: Actor;
  readonly #base: string;
  readonly #ids: string[] = [];
  readonly #running: Promise<unknown>;
  #isOver = false;
  #stamps = 0;

  constructor(scene: Scene) {
    this.#actor = new Actor(scene.url, scene.management.token);
    this.#base = scene.base;
    this.#running = Promise.all([
      ...Array.from({ length: WRITERS }, () => this.#repeat(() => this.#write())),
      ...Array.from({ length: UPLOADERS }, () => this.#repeat(() => this.#upload())),
    ]);
  }

  /** Ends the load once every request has its response. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      const begunAt = performance.now();
      await act();
      this.slowestMs = Math.max(this.slowestMs, performance.now() - begunAt);
    }
  }

  async #write(): Promise<void> {
    const response = await this.#writeOnce();
    assert.ok(EXPECTED.has(response.status), String(response));
    if (response.status === 409) return;
    const id = response.string('id');
    this.versions.set(`${id}@${response.number('version')}`, response.json);
    if (!this.#ids.includes(id)) this.#ids.push(id);
  }

  #writeOnce(): Promise<ApiResponse> {
    const id = this.#ids[Math.floor(Math.random() * this.#ids.length)];
    const fields = { title: `stamp ${this.#stamps++}` };
    const dice = Math.random();
    if (id === undefined || (dice < 0.2 && this.#ids.length < ENTRIES_MAX))
      return this.#actor.post(`${this.#base}/entries`, { content_type_id: 'note', fields });
    if (dice < 0.6) return this.#actor.patch(`/entries/${id}`, { fields });
    return this.#actor.post(`/entries/${id}/${dice < 0.85 ? 'publish' : 'unpublish'}`);
  }

  async #upload(): Promise<void> {
    const bytes = randomBytes(1 + Math.floor(Math.random() * FILE_BYTES_MAX));
    const form = await formOf([['file', { name: 'noise.bin', bytes }]]);
    const response = await this.#actor.send('POST', `${this.#base}/media`, form);
    assert.equal(response.status, 201, String(response));
    this.files.set(new URL(response.string('url')).pathname, createHash('sha256').update(bytes).digest('hex'));
  }
}
