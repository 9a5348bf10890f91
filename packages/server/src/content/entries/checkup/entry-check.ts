/**
 * Checks the stored data of entries: that each has the states, versions, index rows, links, slugs, unique values and texts that its
 * documents imply, and that nothing is stored for deleted entries. Derived data is rebuilt from the document, and a state from its
 * version.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Models } from '../../../model/content-types/models.ts';
import type { Document } from '../../../model/fields/field.ts';
import { indexedText } from '../../../model/fields/values/indexed-text.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import { type Check, type Fault, REPAIR, RESTORE } from '../../../platform/database/checkup/check.ts';
import type { Database, Reader, Writer } from '../../../platform/database/database.ts';
import { rowIdRange } from '../../../platform/database/row-id.ts';
import { systemActor } from '../../../platform/journal/actor.ts';
import { type Change, MOVED } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { findTexts, forgetEmpty, TEXTS_KEY } from '../../../reading/search/texts.ts';
import { claimKinds } from '../claims/claims.ts';
import { slugClaims } from '../claims/slugs.ts';
import { uniqueValueClaims } from '../claims/unique-values.ts';
import { factsOf } from '../facts.ts';
import { rowValuesOf, writeIndex } from '../index-rows.ts';
import { expectedLinks, keepLinks } from '../links/links.ts';
import { stateRowChanges, stateRows } from '../state-rows.ts';
import { insertState, selectStates } from '../store.ts';
import { loadEntry, typedWork } from '../stored-entry.ts';
import type { EntryRow } from '../tables.ts';
import { selectVersion } from '../versions/store.ts';
import { deleteDerived, deleteStatesBut, endOfNext, entryById, lostPast, rowsIn } from './checkup-store.ts';

const ENTRIES_AT_ONCE = 200;

export interface EntryCheckParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly models: Models;
  /** All environments that can be used. */
  readonly environments: () => AsyncIterable<Environment>;
}

/** A check of all entries. */
export function entryCheck(parts: EntryCheckParts): Check {
  return { name: 'entries', find: () => faultsOfAll(parts) };
}

async function* faultsOfAll(parts: EntryCheckParts): AsyncGenerator<Fault> {
  for await (const environment of parts.environments()) {
    const { first, end } = rowIdRange(environment.number);
    for (let after = first - 1; after < end - 1; ) {
      const { faults, upTo } = await parts.database.snapshot(async (reader) => {
        const upTo = await endOfNext(reader, { after, upTo: end - 1 }, ENTRIES_AT_ONCE);
        return { faults: await faultsIn(parts, { reader, environment }, { after, upTo }), upTo };
      });
      yield* faults;
      after = upTo;
    }
    for (const { key, version } of await lostPast(parts.database.reader, environment.number)) {
      const about = `entry ${key} of environment ${environment.name} (${environment.id})`;
      yield { about, problem: `has no version ${version}, which readers saw`, remedy: RESTORE, repair: null };
    }
  }
}

interface Place {
  readonly reader: Reader;
  readonly environment: Environment;
}

type Rows = Awaited<ReturnType<typeof rowsIn>>;

async function faultsIn(
  parts: EntryCheckParts,
  place: Place,
  range: { readonly after: number; readonly upTo: number },
): Promise<Fault[]> {
  const rows = await rowsIn(place.reader, range);
  const model = await parts.models.within(place.reader, place.environment);
  const faults: Fault[] = [];
  const pace = new Pace();
  for (const row of rows.entries) {
    await pace.restIfDue();
    const problems = await problemsOf({ row, rows, model, place });
    const about = `entry ${row.key} of environment ${place.environment.name} (${place.environment.id})`;
    const repair = () => repairEntry(parts, place.environment, row.id);
    for (const { problem, isDerived } of problems)
      faults.push({ about, problem, remedy: isDerived ? REPAIR : RESTORE, repair: isDerived ? repair : null });
  }
  return [...faults, ...strays(parts, place, rows)];
}

interface Problem {
  readonly problem: string;
  readonly isDerived: boolean;
}

interface Examined {
  readonly row: EntryRow;
  readonly rows: Rows;
  readonly model: Model;
  readonly place: Place;
}

async function problemsOf({ row, rows, model, place }: Examined): Promise<Problem[]> {
  const type = model.typeByNumber(row.content_type);
  if (type === undefined) return [{ problem: 'has a content type that does not exist', isDerived: false }];
  const wanted = [...new Set([row.version, row.published_version])].filter((version) => version !== null);
  const had = new Set(rows.versions.filter(({ id }) => id === row.id).map(({ version }) => version));
  const problems: Problem[] = wanted
    .filter((version) => !had.has(version))
    .map((version) => ({ problem: `has no version ${version}`, isDerived: false }));
  const states = rows.states.filter(({ id }) => id === row.id);
  for (const { version } of states)
    if (!wanted.includes(version)) problems.push({ problem: `has a surplus state ${version}`, isDerived: true });
  const documents = new Map<number, Document>();
  for (const version of wanted) {
    const document = parsed(states.find((state) => state.version === version)?.document);
    if (document === null) problems.push({ problem: `has no readable state ${version}`, isDerived: had.has(version) });
    else documents.set(version, document);
  }
  const draft = documents.get(row.version);
  const published = row.published_version === null ? null : documents.get(row.published_version);
  if (draft === undefined || published === undefined) return problems;
  const derived = (problem: string) => problems.push({ problem, isDerived: true });
  const stored = { row, draft, published };
  for (const problem of await indexProblems({ ...stored, rows, type, model, place })) derived(problem);
  const links = rows.links.filter(({ source }) => source === row.id);
  const linked = links.map(({ target_kind, target_key, states: in_ }) => `${target_kind} ${target_key} ${in_}`);
  if (differ(linked, expectedLinks({ draft, published }, type, model))) derived('has other links than its documents');
  const slugs = rows.slugs.filter(({ entry }) => entry === row.id);
  const heldNow = [...slugClaims.claimsIn(stored, type, model).keys()];
  const slugText = slugs.map(({ content_type, locale, slug }) =>
    content_type === type.number ? `${locale} ${slug}` : `of type ${content_type}`,
  );
  if (differ(slugText, heldNow)) derived('holds other slugs than its documents have');
  const values = rows.values.filter(({ entry }) => entry === row.id);
  const valueText = values.map(({ content_type, field, locale, value_hash }) =>
    content_type === type.number ? `${field} ${locale} ${value_hash}` : `of type ${content_type}`,
  );
  if (differ(valueText, [...uniqueValueClaims.claimsIn(stored, type, model).keys()]))
    derived('holds other unique values than its published document has');
  return problems;
}

interface Indexed {
  readonly row: EntryRow;
  readonly draft: Document;
  readonly published: Document | null;
  readonly rows: Rows;
  readonly type: ContentType;
  readonly model: Model;
  readonly place: Place;
}

async function indexProblems(indexed: Indexed): Promise<string[]> {
  const { row, rows } = indexed;
  const expected = stateRows(indexed);
  const index = rows.index.filter(({ id }) => id === row.id);
  const problems = index.length > expected.length ? ['has a surplus index row'] : [];
  for (const { version, states, status, created_at, published_at, document } of expected) {
    const found = index.find((one) => one.version === version);
    if (found === undefined) {
      problems.push(`has no index row of version ${version}`);
      continue;
    }
    const isSame =
      found.states === states &&
      found.status === status &&
      found.key === row.key &&
      found.content_type === row.content_type &&
      found.created_at === created_at &&
      found.published_at === published_at;
    if (!isSame) problems.push(`has an index row of version ${version} that differs from the entry`);
    problems.push(...(await valueProblems(indexed, found.index_values, document)));
  }
  return problems;
}

async function valueProblems({ type, model, place }: Indexed, held: string, document: Document): Promise<string[]> {
  const values = parsed(held) as Record<string, unknown> | null;
  if (values === null) return ['has an index row that cannot be read'];
  const { [TEXTS_KEY]: shownBy = {}, ...rest } = shortened(values);
  const texts = shownBy as object;
  const { index, textIn } = factsOf(document, type, model);
  const problems = sorted(rest) === sorted(index) ? [] : ['has other values in its index row than its document'];
  const found = await findTexts(place.reader, model, { locales: model.locales, textIn });
  if (found !== null && sorted(texts) !== sorted(found))
    problems.push('has other texts in the search index than it shows');
  return problems;
}

/** Shortens long texts in index values as is done today; older rows contain them in full. */
function shortened(values: Record<string, unknown>): Record<string, unknown> {
  const shorten = (_: string, value: unknown) => (typeof value === 'string' ? indexedText(value) : value);
  return JSON.parse(JSON.stringify(values), shorten) as Record<string, unknown>;
}

/** Rows of deleted entries. */
function* strays(parts: EntryCheckParts, { environment }: Place, rows: Rows): Generator<Fault> {
  const known = new Set(rows.entries.map(({ id }) => id));
  const of = new Map<number, Set<string>>();
  const note = (id: number, what: string) => {
    if (!known.has(id)) of.set(id, (of.get(id) ?? new Set()).add(what));
  };
  for (const { id } of rows.states) note(id, 'a state');
  for (const { id } of rows.index) note(id, 'an index row');
  for (const { source } of rows.links) note(source, 'a link');
  for (const { entry } of rows.slugs) note(entry, 'a slug');
  for (const { entry } of rows.values) note(entry, 'a unique value');
  for (const [id, what] of of)
    yield {
      about: `row ${id} of environment ${environment.name} (${environment.id})`,
      problem: `is no entry, but has ${[...what].join(', ')}`,
      remedy: REPAIR,
      repair: () => removeStray(parts, id),
    };
}

async function removeStray({ database }: EntryCheckParts, id: number): Promise<void> {
  await database.write(async (writer) => {
    if ((await entryById(writer, id)) !== undefined) return;
    await deleteDerived(writer, id);
    await deleteStatesBut(writer, id, []);
  });
}

/** Rebuilds everything that is derived from the versions of an entry. */
async function repairEntry(parts: EntryCheckParts, environment: Environment, id: number): Promise<void> {
  const actor = systemActor('lectern doctor', environment.accountId);
  await parts.journal.write(actor, async (writer, change) => {
    const model = await parts.models.forWrite(writer, environment, 'all');
    const row = await entryById(writer, id);
    if (row === undefined) return;
    await repairStates(writer, row);
    const stored = await loadEntry(writer, environment, row.key);
    if (stored === undefined) return;
    const work = typedWork({ writer, change, actor, environment, model }, row);
    const changes = stateRowChanges([], stateRows(stored));
    for (const { document } of changes.added)
      await forgetEmpty(writer, model.spaceId, {
        locales: model.locales,
        textIn: factsOf(document, work.type, model).textIn,
      });
    await deleteDerived(writer, id);
    await writeIndex(work, { row, changes }, await rowValuesOf(work, changes));
    await keepLinks(work, id, { states: stored, isNew: true });
    for (const kind of claimKinds) await kind.takeAll(work, id, stored);
    noteRepair(change, environment, stored.row, stored.published !== null);
  });
}

/** Restores a state's document from its version, which has the same document. */
async function repairStates(writer: Writer, row: EntryRow): Promise<void> {
  const wanted = [...new Set([row.version, row.published_version])].filter((version) => version !== null);
  const readable = (await selectStates(writer, { id: row.id })).filter(({ document }) => parsed(document) !== null);
  const kept = wanted.filter((version) => readable.some((state) => state.version === version));
  await deleteStatesBut(writer, row.id, kept);
  for (const version of wanted.filter((one) => !kept.includes(one))) {
    const [stored] = await selectVersion(writer, { id: row.id, version });
    if (stored === undefined) throw new Error(`Entry ${row.key} has no version ${version} to make its state from.`);
    const document = zstdDecompressSync(stored.document).toString('utf8');
    await insertState(writer, { id: row.id, version, document });
  }
}

function noteRepair(change: Change, environment: Environment, row: EntryRow, published: boolean): void {
  const { id: resource, key, content_type: contentType } = row;
  const moved = MOVED.updated + MOVED.published + MOVED.publishedSaved;
  change.item({ environment, event: null, kind: 'entry', key, resource, contentType, published, moved });
  change.record({
    action: 'entry.repair',
    target: { type: 'environment', id: environment.id },
    accountId: null,
    spaceId: environment.spaceId,
    environment: environment.name,
  });
}

function parsed(text: string | undefined): Document | null {
  try {
    return text === undefined ? null : (JSON.parse(text) as Document);
  } catch {
    return null;
  }
}

function differ(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join('\n') !== [...others].sort().join('\n');
}

/** JSON with the keys of the object in order. */
function sorted(values: object): string {
  return JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}
