/**
 * Plays operations on a running service and on the reference side by side, and fails at the first difference: in an
 * answer, on the delivery plane in any locale, or on the preview plane.
 */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { makeKey, type Scene } from '../../../../testing/src/given.ts';
import { type Name, type Plane, rowsOf, typeOf } from '../../../../testing/src/oracle/content.ts';
import { type Shown, show } from '../../../../testing/src/oracle/showing.ts';
import type { Operation } from './operations.ts';
import { plan } from './plan.ts';
import { fieldBody, ofType } from './plan-types.ts';
import type { Plan } from './planned.ts';
import { type EntryState, type State, sameShown } from './rules.ts';

const PAGE_SIZE = 1000;
const ALL_LOCALES = { code: '*', number: '*' };

/** One run: a space of its own, and the reference of what it holds. */
export class Player {
  readonly #owner: Actor;
  readonly #delivery: Actor;
  readonly #preview: Actor;
  readonly #space: string;
  #state: State;

  constructor(parts: { owner: Actor; delivery: Actor; preview: Actor; space: string; state: State }) {
    this.#owner = parts.owner;
    this.#delivery = parts.delivery;
    this.#preview = parts.preview;
    this.#space = parts.space;
    this.#state = parts.state;
  }

  get #base(): string {
    return `${this.#space}/environments/master`;
  }

  async play(operation: Operation): Promise<void> {
    const before = this.#state;
    const todo = plan(before, operation, { base: this.#base, space: this.#space });
    if (todo === null) return;
    const response = await this.#owner.send(todo.method, todo.path, todo.body === undefined ? {} : { body: todo.body });
    this.#state = await this.#settle(todo, response);
    await this.#compare(`${response} sent ${JSON.stringify(todo.body)}`);
  }

  async close(): Promise<void> {
    await this.#owner.delete(this.#space, 204);
  }

  async #settle(todo: Plan, response: ApiResponse): Promise<State> {
    const sent = `${response} sent ${JSON.stringify(todo.body)}`;
    if (response.status >= 400) {
      assert.ok(
        todo.refusals.includes(String(response.at('detail.code'))),
        `right would be ${todo.refusals.join(' or ') || 'success'}: ${sent}`,
      );
      return this.#state;
    }
    assert.ok(todo.next !== null, `right would be ${todo.refusals.join(' or ')}: ${sent}`);
    const next = todo.next;
    if (todo.locale !== undefined) {
      next.locales = next.locales.map((locale) =>
        locale.code === todo.locale ? { ...locale, id: response.string('id') } : locale,
      );
    }
    const entry = todo.entry === undefined ? undefined : next.entries[todo.entry];
    if (entry !== undefined)
      adopt(next, this.#state.entries[entry.key], entry, response, todo.method !== 'POST' || todo.body !== undefined);
    return next;
  }

  async #compare(sent: string): Promise<void> {
    const state = this.#state;
    for (const { code, number } of [...state.locales, ALL_LOCALES])
      await this.#compareList(this.#delivery, code, shownOn('delivery', state, number), sent);
    for (const { code, number } of [...state.locales.slice(-1), ALL_LOCALES])
      await this.#compareList(this.#preview, code, shownOn('preview', state, number), sent);
    await this.#compareSingles(sent);
  }

  async #compareList(by: Actor, locale: string, expected: Record<string, Shown>, sent: string): Promise<void> {
    const response = await by.get(`${this.#base}/delivery/entries?locale=${locale}&limit=${PAGE_SIZE}`, 200);
    const { items } = keyed(response, this.#state) as { items: Shown[] };
    const actual = Object.fromEntries(items.map((item) => [item.id, readPart(item)]));
    assert.deepEqual(actual, expected, `list in ${locale} after ${sent}`);
    assert.equal(response.at('total'), Object.keys(expected).length);
  }

  async #compareSingles(sent: string): Promise<void> {
    const expected = shownOn('delivery', this.#state, '*');
    for (const key of Object.keys(this.#state.entries).slice(0, 2)) {
      const response = await this.#delivery.get(`${this.#base}/delivery/entries/${key}?locale=*&include=0`);
      if (expected[key] === undefined) assert.equal(response.status, 404, `${key} after ${sent}`);
      else assert.deepEqual(readPart(keyed(response, this.#state) as Shown), expected[key], `${key} after ${sent}`);
    }
  }
}

/** Takes over from a response what the documents leave to the service: times, a slug that was made, and versions. */
function adopt(
  state: State,
  before: EntryState | undefined,
  entry: EntryState,
  response: ApiResponse,
  isSave: boolean,
): void {
  const version = response.number('version');
  if (isSave) adoptSlug(state, entry, response);
  const moved = isSave
    ? before === undefined || !sameShown(state, entry, before.draft)
    : before === undefined || before.status !== entry.status;
  if (moved && isSave && before?.status === 'published') entry.status = 'changed';
  const tidied = isSave && !moved && version === (before?.version ?? 0) + 1;
  if (tidied && before?.status === 'published') entry.status = 'changed';
  assert.equal(response.at('status'), entry.status, String(response));
  if (before !== undefined && !tidied) assert.equal(version, before.version + (moved ? 1 : 0), String(response));
  entry.version = version;
  if (entry.published === null) assert.equal(response.at('published_at'), null, String(response));
  else entry.publishedAt = Date.parse(response.string('published_at'));
  if (!moved && !isSave) assert.equal(entry.publishedAt, before?.publishedAt ?? null, String(response));
}

function adoptSlug(state: State, entry: EntryState, response: ApiResponse): void {
  const type = typeOf(state, entry.type);
  const [base] = state.locales;
  const slugField = type.fields.find((field) => field.number === type.slug);
  if (slugField === undefined || base === undefined || entry.draft[slugField.number]?.[base.number] !== undefined)
    return;
  const made = response.at(`fields.${slugField.id}.${base.code}`);
  if (made === undefined) return;
  const title = entry.draft[type.display]?.[base.number] ?? '';
  assert.match(String(made), new RegExp(`^${String(title).toLowerCase()}(-\\d+)?$`), String(response));
  entry.draft[slugField.number] = { ...entry.draft[slugField.number], [base.number]: String(made) };
}

/** What readers must see, by key. */
function shownOn(plane: Plane, state: State, locale: Name): Record<string, Shown> {
  return Object.fromEntries(rowsOf(state, plane).map((row) => [row.entry.key, show(state, row, { plane, locale })]));
}

/** A response with keys for ids. */
function keyed(response: ApiResponse, { code }: State): unknown {
  return JSON.parse(response.text.replaceAll(`"ent_${code}_`, '"'));
}

/** The part of an item that the oracle shows. */
function readPart({ id, content_type, slug, fields, published_at, status }: Shown): Shown {
  const shown = { id, content_type, slug, published_at: published_at ?? null, ...(fields && { fields }) };
  return status === undefined ? shown : { ...shown, status };
}

/** Makes a space with two types, one with URLs and one without, and the reference of the same. */
export async function startPlayer(scene: Scene): Promise<Player> {
  const { owner } = scene;
  const space = await owner.post('/spaces', { name: 'Model' }, 201);
  const spaceId = space.string('id');
  const path = `/spaces/${spaceId}`;
  const locales = await owner.get(`${path}/locales`, 200);
  const german = await owner.post(`${path}/locales`, { code: 'de' }, 201);
  const state: State = {
    code: '',
    locales: [
      { number: 1, code: 'en-US', id: locales.string('items.0.id'), fallback: null },
      { number: 2, code: 'de', id: german.string('id'), fallback: 1 },
    ],
    types: startingTypes(),
    entries: {},
    nextNumber: 100,
  };
  for (const type of state.types) {
    const slug = type.fields.find((field) => field.number === type.slug);
    const display = type.fields.find((field) => field.number === type.display);
    const body = {
      api_id: type.apiId,
      name: type.apiId,
      display_field: display?.id,
      ...(slug === undefined ? {} : { slug_field: slug.id }),
      fields: type.fields.map((field) => fieldBody(field)),
    };
    const made = await owner.post(`${path}/environments/master/content-types`, body, 201);
    state.code = made.string('id').split('_')[1] ?? '';
  }
  const delivery = await makeKey(owner, spaceId, { kind: 'delivery' });
  const preview = await makeKey(owner, spaceId, { kind: 'preview' });
  return new Player({ owner, delivery, preview, space: path, state });
}

function startingTypes(): State['types'] {
  const plain = { localized: false, required: false, unique: false };
  return [
    {
      apiId: 'page',
      slug: 11,
      display: 10,
      hidden: [],
      fields: [
        { ...plain, number: 10, id: 'title', ...ofType('string'), localized: true, required: true },
        { ...plain, number: 11, id: 'slug', ...ofType('slug'), localized: true },
        { ...plain, number: 12, id: 'note', ...ofType('string'), localized: true },
        { ...plain, number: 13, id: 'size', ...ofType('integer') },
        { ...plain, number: 14, id: 'next', ...ofType('entry') },
        { ...plain, number: 15, id: 'code', ...ofType('string'), unique: true },
      ],
    },
    {
      apiId: 'block',
      slug: null,
      display: 20,
      hidden: [],
      fields: [
        { ...plain, number: 20, id: 'label', ...ofType('string') },
        { ...plain, number: 21, id: 'text', ...ofType('string'), localized: true },
        { ...plain, number: 22, id: 'of', ...ofType('entry'), localized: true },
      ],
    },
  ];
}
