/** An environment that a test writes to, with the test's own record of its contents, and the same as the service shows it. */
import assert from 'node:assert/strict';
import { formOf } from '../../../../testing/src/form.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import {
  dropField,
  LOCALES,
  type Shadow,
  type ShadowEntry,
  type ShadowField,
  type ShadowType,
  type ShadowValues,
  unique,
} from '../../../../testing/src/oracle/merge.ts';
import type { Random } from '../../reading/consistency/random.ts';

const [DEFAULT] = LOCALES;
const KEYS = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
const ASSET_KEYS = ['a0', 'a1', 'a2'];
const FIELD_IDS = ['f0', 'f1', 'f2', 'f3'];
const TYPES = ['one', 'two', 'three'];
const TEXTS = ['red', 'green', 'blue'];

/** An environment that the test writes to. */
export class Branch {
  readonly scene: Scene;
  readonly name: string;
  shadow: Shadow;
  readonly #random: Random;

  constructor(scene: Scene, name: string, { shadow, random }: { shadow: Shadow; random: Random }) {
    this.scene = scene;
    this.name = name;
    this.shadow = shadow;
    this.#random = random;
  }

  get base(): string {
    return `${this.scene.space}/environments/${this.name}`;
  }

  /** Does something random that the service allows. */
  async act(): Promise<void> {
    const turn = this.#random.unit();
    if (turn < 0.12) await this.#changeType();
    else if (turn < 0.2) await this.#changeFields();
    else if (turn < 0.25) await this.#makeOrDeleteType();
    else if (turn < 0.38) await this.#changeAsset();
    else await this.#changeEntry();
  }

  async makeType(apiId: string): Promise<void> {
    const field = this.#newField(this.#random.pick(FIELD_IDS));
    const type = { made: unique(), name: apiId, display: null, fields: [field] };
    await this.scene.owner.put(`${this.base}/content-types/${apiId}`, typeBody(type), 201);
    this.shadow.types[apiId] = type;
  }

  async #makeOrDeleteType(): Promise<void> {
    const apiId = this.#random.pick(TYPES);
    if (this.shadow.types[apiId] === undefined) return this.makeType(apiId);
    if (Object.values(this.shadow.entries).some(({ type }) => type === apiId)) return;
    await this.scene.owner.delete(`${this.base}/content-types/${apiId}`, 204);
    delete this.shadow.types[apiId];
  }

  #newField(id: string): ShadowField {
    const type = this.#random.chance(0.7) ? 'string' : 'integer';
    return { uid: unique(), id, type, name: id, help: 'first', localized: this.#random.chance(0.5) };
  }

  async #changeType(): Promise<void> {
    const found = this.#random.maybe(
      1,
      Object.keys(this.shadow.types).length > 0 ? Object.keys(this.shadow.types) : [''],
    );
    const type = this.shadow.types[found ?? ''];
    if (type === undefined) return;
    if (this.#random.chance(0.5)) type.name = this.#random.pick(TEXTS);
    else {
      const texts = type.fields.filter((field) => field.type === 'string').map(({ uid }) => uid);
      type.display = texts.length === 0 ? null : this.#random.maybe(0.7, texts);
    }
    await this.scene.owner.put(`${this.base}/content-types/${found}`, typeBody(type), 200);
  }

  async #changeFields(): Promise<void> {
    const apiId = this.#random.pick(TYPES);
    const type = this.shadow.types[apiId];
    if (type === undefined) return;
    const [turn, renamed] = [this.#random.unit(), new Map<string, string>()];
    const free = FIELD_IDS.filter((id) => !type.fields.some((field) => field.id === id));
    const field = type.fields[this.#random.below(Math.max(type.fields.length, 1))];
    const added: string[] = [];
    if (turn < 0.3 && free.length > 0) {
      const fresh = this.#newField(this.#random.pick(free));
      type.fields.push(fresh);
      added.push(fresh.uid);
    } else if (field === undefined) return;
    else if (turn < 0.5) this.#drop(apiId, field.uid);
    else if (turn < 0.65 && free.length > 0) {
      renamed.set(field.uid, field.id);
      field.id = this.#random.pick(free);
    } else if (turn < 0.8) field.localized = true;
    else if (turn < 0.9) field.name = this.#random.pick(TEXTS);
    else field.help = this.#random.pick(TEXTS);
    const body = typeBody(type, { renamed, added });
    await this.scene.owner.put(`${this.base}/content-types/${apiId}?confirm_data_loss=true`, body, 200);
  }

  /** Removes a field with its values. */
  #drop(apiId: string, uid: string): void {
    const type = this.shadow.types[apiId];
    if (type !== undefined) dropField(this.shadow, apiId, uid);
  }

  async #changeAsset(): Promise<void> {
    const key = this.#random.pick(ASSET_KEYS);
    const asset = this.shadow.assets[key];
    const { owner } = this.scene;
    const file = this.#random.pick(TEXTS);
    if (asset === undefined) {
      const form = await formOf([
        ['key', key],
        ['file', { name: 'note.txt', bytes: file, type: 'text/plain' }],
      ]);
      await created(owner.send('POST', `${this.base}/media`, form), 201);
      this.shadow.assets[key] = { parts: { file } };
      return;
    }
    const path = `/media/${await this.#assetId(key)}`;
    const turn = this.#random.unit();
    if (turn < 0.25) {
      await owner.delete(path, 204);
      delete this.shadow.assets[key];
    } else if (turn < 0.5) {
      const form = await formOf([['file', { name: 'note.txt', bytes: file, type: 'text/plain' }]]);
      await created(owner.send('PATCH', path, form), 200);
      asset.parts.file = file;
    } else if (turn < 0.65) {
      await owner.patch(path, { tags: [file] }, 200);
      asset.parts.tags = JSON.stringify([file]);
    } else {
      const [name, locale] = [this.#random.pick(['title', 'alt']), this.#random.pick(LOCALES)];
      const text = this.#random.maybe(0.8, TEXTS);
      await owner.patch(path, { [name]: { [locale]: text } }, 200);
      if (text === null) delete asset.parts[`${name}.${locale}`];
      else asset.parts[`${name}.${locale}`] = text;
    }
  }

  async #assetId(key: string): Promise<string> {
    const { json } = await this.scene.owner.get(`${this.base}/media?limit=1000`, 200);
    return (json as { items: { id: string; key: string }[] }).items.find((item) => item.key === key)?.id ?? '';
  }

  async #changeEntry(): Promise<void> {
    const key = this.#random.pick(KEYS);
    const path = `${this.base}/entries/${key}`;
    const entry = this.shadow.entries[key];
    const { owner } = this.scene;
    if (entry === undefined) {
      const type = this.#random.maybe(1, [...Object.keys(this.shadow.types), '']);
      if (type === null || type === '') return;
      const values = this.#someValues(type);
      const body = { content_type_id: type, fields: this.#fieldsOf(type, values) };
      const { json } = await owner.put(path, body, 201);
      const version = (json as { version: number }).version;
      const hidden = { draft: {}, published: {} };
      this.shadow.entries[key] = { made: unique(), type, version, status: 'draft', values, published: null, hidden };
      return;
    }
    const turn = this.#random.unit();
    if (turn < 0.12) {
      await owner.delete(path, 204);
      delete this.shadow.entries[key];
      return;
    }
    const action =
      turn < 0.3 ? 'publish' : turn < 0.36 ? 'unpublish' : turn < 0.42 ? 'archive' : turn < 0.5 ? 'unarchive' : 'edit';
    if (action === 'edit') return this.#edit(key, entry);
    const response = await owner.post(`${path}/${action}`);
    if (response.status === 409) return;
    assert.equal(response.status, 200, String(response));
    if (action !== 'unarchive') {
      entry.published = action === 'publish' ? { ...entry.values } : null;
      entry.hidden.published = action === 'publish' ? { ...entry.hidden.draft } : {};
    }
    this.#read(entry, response.json);
  }

  async #edit(key: string, entry: ShadowEntry): Promise<void> {
    if (entry.status === 'archived') return;
    const type = this.shadow.types[entry.type];
    const field = type?.fields[this.#random.below(Math.max(type.fields.length, 1))];
    if (field === undefined) return;
    const locale = field.localized ? this.#random.pick(LOCALES) : DEFAULT;
    const value = this.#random.chance(0.2) ? null : this.#valueOf(field);
    const body = { fields: { [field.id]: { [locale]: value } } };
    const { json } = await this.scene.owner.patch(`${this.base}/entries/${key}`, body, 200);
    if (value === null) delete entry.values[`${field.uid} ${locale}`];
    else entry.values[`${field.uid} ${locale}`] = value;
    this.#read(entry, json);
  }

  #read(entry: ShadowEntry, json: unknown): void {
    const { version, status } = json as Pick<ShadowEntry, 'version' | 'status'>;
    Object.assign(entry, { version, status });
  }

  #someValues(type: string): ShadowValues {
    const values: ShadowValues = {};
    for (const field of this.shadow.types[type]?.fields ?? [])
      for (const locale of field.localized ? LOCALES : [DEFAULT])
        if (this.#random.chance(0.6)) values[`${field.uid} ${locale}`] = this.#valueOf(field);
    return values;
  }

  #valueOf({ type }: ShadowField): string | number {
    return type === 'string' ? this.#random.pick(TEXTS) : this.#random.below(3);
  }

  #fieldsOf(type: string, values: ShadowValues): Record<string, Record<string, unknown>> {
    return fieldsOf(this.shadow.types[type], values);
  }
}

/** Values in the form of requests and responses. */
export function fieldsOf(type: ShadowType | undefined, values: ShadowValues): Record<string, Record<string, unknown>> {
  const fields: Record<string, Record<string, unknown>> = {};
  for (const [place, value] of Object.entries(values)) {
    const [uid = '', locale = ''] = place.split(' ');
    const id = type?.fields.find((field) => field.uid === uid)?.id;
    if (id !== undefined) fields[id] = { ...fields[id], [locale]: value };
  }
  return fields;
}

/** The environment as the service shows it, in the form of `shown`. */
export async function readShown(scene: Scene, base: string): Promise<unknown> {
  const items = async (path: string) =>
    ((await scene.owner.get(`${base}/${path}?limit=1000`, 200)).json as { items: Record<string, unknown>[] }).items;
  const types = (await items('content-types')).map((type) => {
    const { api_id, name, display_field, fields } = type as Record<string, unknown>;
    const settings = (fields as Record<string, unknown>[]).map(({ id, name, type, help, localized }) => [
      id,
      { name, type, help, localized },
    ]);
    return [api_id, { name, display_field, fields: Object.fromEntries(settings) }];
  });
  const entries = (await items('entries')).map(({ key, content_type, status, fields }) => [
    key,
    { content_type, status, fields },
  ]);
  const assets = (await items('media')).map(({ key, title, alt, tags, size }) => {
    const texts = { ...prefixed('title', title), ...prefixed('alt', alt) };
    const file = TEXTS.find((text) => text.length === size);
    return [key, { ...texts, ...((tags as unknown[]).length > 0 ? { tags: JSON.stringify(tags) } : {}), file }];
  });
  const read = await scene.delivery.get(`${base}/delivery/entries?locale=*&limit=1000&include=0`, 200);
  const published = (read.json as { items: { id: string; fields: object }[] }).items.map(({ id, fields }) => [
    id.split('_')[2],
    fields,
  ]);
  return {
    types: Object.fromEntries(types),
    entries: Object.fromEntries(entries),
    published: Object.fromEntries(published),
    assets: Object.fromEntries(assets),
  };
}

/** A shadow, in the same form. */
export function shown({ types, entries, assets }: Shadow): unknown {
  return {
    types: mapped(types, ({ name, display, fields }) => ({
      name,
      display_field: fields.find(({ uid }) => uid === display)?.id ?? null,
      fields: Object.fromEntries(
        fields.map(({ id, name, type, help, localized }) => [id, { name, type, help, localized }]),
      ),
    })),
    entries: mapped(entries, ({ type, status, values }) => ({
      content_type: type,
      status,
      fields: fieldsOf(types[type], values),
    })),
    published: Object.fromEntries(
      Object.entries(entries).flatMap(([key, { type, published }]) =>
        published === null ? [] : [[key, fieldsOf(types[type], published)]],
      ),
    ),
    assets: mapped(assets, ({ parts }) => parts),
  };
}

function mapped<T, R>(all: Record<string, T>, map: (one: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, map(one)]));
}

function prefixed(name: string, texts: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts as Record<string, string>).map(([locale, text]) => [`${name}.${locale}`, text]),
  );
}

function typeBody(
  type: ShadowType,
  { renamed, added }: { renamed: Map<string, string>; added: readonly string[] } = { renamed: new Map(), added: [] },
): object {
  return {
    name: type.name,
    display_field: type.fields.find(({ uid }) => uid === type.display)?.id ?? null,
    fields: type.fields.map(({ uid, id, name, type: kind, help, localized }) => ({
      ...{ id, name, type: kind, help, localized },
      ...(renamed.has(uid) ? { previous_id: renamed.get(uid) } : {}),
      ...(added.includes(uid) ? { restore: false } : {}),
    })),
  };
}

async function created(response: ReturnType<Scene['owner']['send']>, status: number): Promise<void> {
  assert.equal((await response).status, status, String(await response));
}
