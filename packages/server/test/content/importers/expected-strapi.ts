/**
 * What the REST API of Strapi answered, compared with what the reading planes answer after the import: each value of each entry,
 * its components, links, files, times, and how many there are by type, locale and state.
 */
import assert from 'node:assert/strict';
import type { Actor } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';

type Facts = Readonly<Record<string, unknown>>;
type State = 'draft' | 'published';

interface StateFacts extends Facts {
  readonly title: string;
  readonly slug: string;
  readonly updatedAt: string;
}

/** The file beside the export. */
export interface ExpectedFile {
  readonly entries: readonly { readonly note: string; readonly deepRequest: string; readonly deep: Facts }[];
  readonly files: readonly Facts[];
  readonly counts: { readonly rest: Readonly<Record<string, number>> };
  /** documentId → locale → its states. */
  readonly articleDocuments: Readonly<
    Record<string, Readonly<Record<string, Partial<Record<State, StateFacts>> & { readonly status: string }>>>
  >;
}

const DEFAULT_LOCALE = 'en';
/** Strapi's own; times are compared apart. */
const NOT_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  '__component',
  'locale',
  'localizations',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);
/** The other sides of links, which are found with links_to. */
const OTHER_SIDES: ReadonlySet<string> = new Set(['articles']);

/** @throws AssertionError at the first difference */
export async function assertEqualsStrapi(scene: Scene, expected: ExpectedFile): Promise<void> {
  for (const entry of expected.entries) await assertEntry(scene, entry);
  for (const [key, locales] of Object.entries(expected.articleDocuments)) await assertStates(scene, key, locales);
  await assertCounts(scene, expected);
}

async function assertEntry(scene: Scene, { note, deepRequest, deep }: ExpectedFile['entries'][number]): Promise<void> {
  const query = new URL(deepRequest, 'http://strapi.invalid').searchParams;
  const locale = query.get('locale') ?? DEFAULT_LOCALE;
  const state: State = query.get('status') === 'draft' ? 'draft' : 'published';
  const reader = readerOf(scene, state);
  const answer = await reader.get(`${scene.read}/entries/${deep.documentId}?locale=${locale}&include=3`, 200);
  const shown = answer.json as Facts;
  const { entries, assets } = shown.includes as {
    readonly entries: readonly Facts[];
    readonly assets: readonly Facts[];
  };
  const included = new Map([...entries, ...assets, shown].map((one) => [String(one.id), one]));
  assertFields(shown, deep, { included, place: note });
  const rows = [deep, ...((deep.localizations ?? []) as readonly Facts[])];
  const times = (name: string) => rows.map((row) => String(row[name])).sort();
  const kept = await scene.owner.get(`${scene.base}/entries/${deep.documentId}`, 200);
  assert.equal(kept.at('created_at'), times('createdAt')[0], note);
  if (state === 'published') assert.equal(shown.published_at, times('publishedAt').at(-1), note);
  if (Array.isArray(deep.articles)) {
    const list = await reader.get(`${scene.read}/entries?content_type=article&links_to=${deep.documentId}`, 200);
    assert.deepEqual(new Set(list.each('items', 'id').map(keyIn)), new Set(deep.articles.map(documentIdOf)), note);
  }
}

interface Comparison {
  readonly included: ReadonlyMap<string, Facts>;
  readonly place: string;
}

/** Compares the values of an entry, and of what it links to. */
function assertFields(shown: Facts, expected: Facts, { included, place }: Comparison): void {
  const fields = shown.fields as Facts;
  if (typeof expected.documentId === 'string') assert.equal(keyIn(shown.id), expected.documentId, place);
  if (typeof expected.__component === 'string') assert.equal(shown.type, expected.__component, place);
  const names = Object.keys(expected).filter((name) => !NOT_FIELDS.has(name) && !OTHER_SIDES.has(name));
  for (const name of names) {
    const inside = { included, place: `${place}, ${name}` };
    assertValue(fields[name], expected[name], inside);
  }
  const surplus = Object.keys(fields).filter((name) => !names.includes(name));
  assert.deepEqual(surplus, [], `${place} has fields that Strapi does not show`);
}

function assertValue(shown: unknown, expected: unknown, comparison: Comparison): void {
  const { included, place } = comparison;
  if (Array.isArray(expected)) {
    const list = (shown ?? []) as readonly unknown[];
    assert.equal(list.length, expected.length, place);
    for (const [index, one] of expected.entries())
      assertValue(list[index], one, { included, place: `${place} ${index + 1}` });
  } else if (typeof expected === 'object' && expected !== null) {
    const isComponent = !('documentId' in expected);
    const target = isComponent ? (shown as Facts | undefined) : included.get(String((shown as Facts | undefined)?.id));
    assert.ok(target !== undefined, `${place} is not included`);
    if ('mime' in expected) assertFile(target, expected as Facts, place);
    else assertFields(target, expected as Facts, comparison);
  } else assert.deepEqual(shown ?? null, expected, place);
}

function assertFile(shown: Facts, expected: Facts, place: string): void {
  const { title, alt, description, width, height, mime_type } = shown;
  assert.deepEqual(
    { documentId: keyIn(shown.id), title, alt, description, width, height, mime_type },
    {
      documentId: expected.documentId,
      title: expected.name,
      alt: expected.alternativeText,
      description: expected.caption,
      width: expected.width,
      height: expected.height,
      mime_type: expected.mime,
    },
    place,
  );
  // Strapi says its size in kilobytes with two decimals.
  assert.equal(Math.round(Number(shown.size) / 10) / 100, expected.size, place);
}

/** Title, slug, status and last change of each locale and state of a document. */
async function assertStates(
  scene: Scene,
  key: string,
  locales: ExpectedFile['articleDocuments'][string],
): Promise<void> {
  const all = Object.entries(locales);
  for (const [locale, states] of all)
    for (const state of ['draft', 'published'] as const) {
      const expected = states[state];
      const answer = await readerOf(scene, state).send('GET', `${scene.read}/entries/${key}?locale=${locale}`);
      const fields = answer.status === 200 ? (answer.at('fields') as Facts) : {};
      const place = `${key} ${locale} ${state}`;
      assert.equal(fields.title, expected?.title, place);
      // An entry is published as a whole, with a slug in the default locale.
      const isShown = locale === DEFAULT_LOCALE && all.some(([, { published }]) => published !== undefined);
      assert.equal(fields.slug, expected?.slug ?? (isShown ? states.draft?.slug : undefined), place);
    }
  const kept = await scene.owner.get(`${scene.base}/entries/${key}`, 200);
  const statuses = new Set(all.map(([, { status }]) => status));
  const [only] = statuses;
  const status = statuses.size > 1 || only === 'modified' ? 'changed' : only;
  assert.equal(kept.at('status'), status, key);
  const changes = all.flatMap(([, { draft }]) => draft?.updatedAt ?? []).sort();
  assert.equal(kept.at('updated_at'), changes.at(-1), key);
}

async function assertCounts(scene: Scene, { counts, files }: ExpectedFile): Promise<void> {
  for (const [name, count] of Object.entries(counts.rest)) {
    const [, locale, state] = /^articles (\w+) (draft|published)$/.exec(name) ?? [];
    const type = locale === undefined ? types[name] : 'article';
    if (type === undefined) continue;
    const filter = locale === undefined ? '' : `&locale=${locale}&fields.title[exists]=true`;
    const reader = readerOf(scene, state === 'draft' ? 'draft' : 'published');
    const list = await reader.get(`${scene.read}/entries?content_type=${type}${filter}`, 200);
    assert.equal(list.at('total'), count, name);
  }
  const assets = await scene.delivery.get(`${scene.read}/assets?limit=100`, 200);
  const shown = new Map((assets.at('items') as readonly Facts[]).map((asset) => [keyIn(asset.id), asset]));
  assert.equal(shown.size, files.length);
  for (const file of files) assertFile(shown.get(String(file.documentId)) ?? {}, file, String(file.name));
}

const types: Readonly<Record<string, string>> = {
  authors: 'author',
  categories: 'category',
  about: 'about',
  global: 'global',
};

function readerOf({ delivery, preview }: Scene, state: State): Actor {
  return state === 'draft' ? preview : delivery;
}

function keyIn(id: unknown): string {
  return String(id).split('_').slice(2).join('_');
}

function documentIdOf(row: unknown): string {
  return String((row as Facts).documentId);
}
