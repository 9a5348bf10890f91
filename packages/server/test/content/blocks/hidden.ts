/**
 * Random walks of writes and model changes over one entry with blocks: a plain description of the entry says what is shown and what is
 * only hidden, and after each step the service shows the one and has lost nothing of the other.
 */
import assert from 'node:assert/strict';
import { addTypes, createEntry, field, given, type Scene } from '../../../../testing/src/given.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { Random } from '../../reading/consistency/random.ts';

const LOCALES = ['en-US', 'de'] as const;
const BLOCKS_MAX = 6;

/** A block of the entry; `link` is hidden while the component has no such field, the block while the list does not take its type. */
interface PlainBlock {
  readonly id: string;
  readonly type: 'note' | 'other';
  readonly text: Readonly<Record<string, string>>;
  readonly link: boolean;
}

type Blocks = readonly PlainBlock[];
type Shown = Readonly<Record<string, unknown>>;

/** Plays one walk. */
export async function playHidden(url: string, seed: number, steps: number): Promise<void> {
  const scene = await given(url, { locales: ['de'] });
  await addTypes(scene, [
    { api_id: 'note', kind: 'component', name: 'Note', fields: [text, link] },
    { api_id: 'other', kind: 'component', name: 'Other', fields: [text, link] },
    { api_id: 'page', name: 'Page', fields: [listOf(true)] },
  ]);
  await createEntry(scene.owner, scene.base, { content_type_id: 'page', key: 'target', fields: {} });
  await scene.owner.post(`${scene.base}/entries/target/publish`, {}, 200);
  await createEntry(scene.owner, scene.base, { content_type_id: 'page', key: 'page', fields: { list: [] } });
  const walk = new Walk(scene, new Random(seed));
  for (let step = 0; step < steps; step++) await walk.step(step);
  await walk.end();
}

const text = field('text', 'string', { localized: true });
const link = field('link', 'entry');

function listOf(takesOther: boolean) {
  return field('list', 'blocks', { components: takesOther ? ['note', 'other'] : ['note'] });
}

class Walk {
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #versions = new Map<number, Blocks>();
  #draft: Blocks = [];
  #published: Blocks | null = null;
  #takesOther = true;
  #hasLink = true;
  #words = 0;

  constructor(scene: Scene, random: Random) {
    this.#scene = scene;
    this.#random = random;
  }

  async step(step: number): Promise<void> {
    const [name, play] = this.#random.pick([
      ['write', () => this.#write('patch')],
      ['replace', () => this.#write('put')],
      ['import', () => this.#write('import')],
      ['remove', () => this.#remove()],
      ['take other blocks or not', () => this.#toggleOther()],
      ['hide or restore the link', () => this.#toggleLink()],
      ['publish', () => this.#publish()],
      ['restore', () => this.#restore()],
    ] as const satisfies readonly (readonly [string, () => Promise<void>])[]);
    await play();
    await this.#check(`step ${step}: ${name}`);
  }

  /** Shows all that was hidden. */
  async end(): Promise<void> {
    await cloneOf(this.#scene, 'copy');
    if (!this.#takesOther) await this.#toggleOther();
    if (!this.#hasLink) await this.#toggleLink();
    await this.#check('the end');
    const base = `${this.#scene.space}/environments/copy`;
    const entry = await this.#scene.owner.patch(`${base}/content-types/page?confirm_data_loss=true`, {
      fields: [listOf(true)],
    });
    assert.equal(entry.status, 200, String(entry));
    const shown = await this.#scene.owner.get(`${base}/entries/page`, 200);
    assert.equal(((shown.at('fields.list.en-US') ?? []) as unknown[]).length, this.#draft.length, 'in the copy');
  }

  async #write(how: 'patch' | 'put' | 'import'): Promise<void> {
    const random = this.#random;
    const shown = this.#visible(this.#draft).filter(() => random.chance(0.8));
    const kept = random.chance(0.3) ? [...shown].reverse() : shown;
    const given = kept.map((block) => (random.chance(0.3) ? { ...block, text: this.#newText() } : block));
    const type = this.#takesOther && random.chance(0.5) ? 'other' : 'note';
    if (given.length < BLOCKS_MAX && random.chance(0.7))
      given.splice(random.below(given.length + 1), 0, {
        id: `n${this.#words}`,
        type,
        text: this.#newText(),
        link: this.#hasLink && random.chance(0.5),
      });
    const list = given.map((block) => this.#asShown(block, 'target'));
    const { owner, base } = this.#scene;
    if (how === 'patch') await owner.patch(`${base}/entries/page`, { fields: { list } }, 200);
    else if (how === 'put') await owner.put(`${base}/entries/page`, { content_type_id: 'page', fields: { list } }, 200);
    else {
      const state = this.#published === null ? 'draft' : 'changed';
      const entry = { key: 'page', content_type: 'page', status: state, fields: { list } };
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await owner.send('POST', `${base}/import`, { raw: JSON.stringify({ entry }), headers });
      assert.notEqual(answer.string('results.0.result'), 'refused', String(answer));
    }
    this.#draft = this.#after(given);
    await this.#remember();
  }

  async #remove(): Promise<void> {
    const { owner, base } = this.#scene;
    await owner.patch(
      `${base}/entries/page`,
      { fields: { list: this.#random.chance(0.5) ? null : { 'en-US': null } } },
      200,
    );
    this.#draft = this.#after([]);
    await this.#remember();
  }

  async #toggleOther(): Promise<void> {
    this.#takesOther = !this.#takesOther;
    await this.#change('page', [listOf(this.#takesOther)]);
  }

  async #toggleLink(): Promise<void> {
    this.#hasLink = !this.#hasLink;
    for (const type of ['note', 'other'])
      await this.#change(type, this.#hasLink ? [text, { ...link, restore: true }] : [text]);
  }

  async #change(type: string, fields: readonly object[]): Promise<void> {
    const { owner, base } = this.#scene;
    const path = `${base}/content-types/${type}?confirm_data_loss=true`;
    const isHidden = (await owner.patch(path, { fields }, 200)).list('hidden_fields').length > 0;
    if (type === 'page' || this.#hasLink || isHidden) return;
    // A field that no entry has a value in now is gone, not hidden: old versions had another one.
    for (const [version, blocks] of this.#versions)
      this.#versions.set(
        version,
        blocks.map((block) => (block.type === type ? { ...block, link: false } : block)),
      );
  }

  async #publish(): Promise<void> {
    await this.#scene.owner.post(`${this.#scene.base}/entries/page/publish`, {}, 200);
    this.#published = this.#draft;
    await this.#remember();
  }

  async #restore(): Promise<void> {
    if (this.#versions.size === 0) return;
    const { owner, base } = this.#scene;
    const entry = await owner.get(`${base}/entries/page`, 200);
    const [version, old] = this.#random.pick([...this.#versions]);
    const answer = await owner.post(`/entries/${entry.string('id')}/versions/${version}/restore`, {});
    if (answer.status === 404) return;
    assert.equal(answer.status, 200, String(answer));
    this.#draft = this.#after(this.#visible(old));
    await this.#remember();
  }

  /** What the draft is after these blocks are given for the shown ones. */
  #after(given: Blocks): Blocks {
    const result = given.map((block) => {
      const known = this.#draft.find(({ id, type }) => id === block.id && type === block.type);
      return this.#hasLink ? block : { ...block, link: known?.link ?? false };
    });
    let at = 0;
    for (const block of this.#draft) {
      const place = result.findIndex(({ id }) => id === block.id);
      if (this.#isShown(block)) at = place >= 0 ? place + 1 : at;
      else result.splice(at++, 0, block);
    }
    return result;
  }

  async #remember(): Promise<void> {
    const entry = await this.#scene.owner.get(`${this.#scene.base}/entries/page`, 200);
    this.#versions.set(entry.at('version') as number, this.#draft);
  }

  async #check(when: string): Promise<void> {
    const { owner, delivery, preview, base, read } = this.#scene;
    const entry = await owner.get(`${base}/entries/page`, 200);
    const target = (await owner.get(`${base}/entries/target`, 200)).string('id');
    const of = (blocks: Blocks) => this.#visible(blocks).map((block) => this.#asShown(block, target));
    assert.deepEqual(withoutNulls(entry.at('fields.list.en-US') ?? []), of(this.#draft), when);
    const linking = async (by: Scene['owner'], path: string) =>
      (await by.get(`${path}?links_to=target`, 200)).each('items', 'id').length;
    const links = (blocks: Blocks | null) => (blocks !== null && /link/.test(JSON.stringify(of(blocks))) ? 1 : 0);
    assert.equal(await linking(preview, `${read}/entries`), links(this.#draft), when);
    assert.equal(await linking(delivery, `${read}/entries`), links(this.#published), when);
    for (const locale of LOCALES) {
      const shown = this.#published === null ? [] : this.#visible(this.#published).map((block) => block.text[locale]);
      for (const { text: words } of [...this.#draft, ...(this.#published ?? [])]) {
        const word = words[locale] ?? '';
        const found = await delivery.get(`${read}/entries?q=${word}&locale=${locale}`, 200);
        assert.equal(found.list('items').length, shown.includes(word) ? 1 : 0, `${when}: ${word}`);
      }
    }
  }

  #visible(blocks: Blocks): Blocks {
    return blocks.filter((block) => this.#isShown(block));
  }

  #isShown({ type }: PlainBlock): boolean {
    return type === 'note' || this.#takesOther;
  }

  #asShown({ id, type, text: words, link: isLinked }: PlainBlock, target: string): Shown {
    const isSent = isLinked && this.#hasLink;
    return { id, type, fields: { text: words, ...(isSent ? { link: { type: 'entry', id: target } } : {}) } };
  }

  #newText(): Readonly<Record<string, string>> {
    const n = this.#words++;
    return { 'en-US': `word${n}en`, de: `wort${n}de` };
  }
}

function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, one: unknown) => (one === null ? undefined : one)));
}
