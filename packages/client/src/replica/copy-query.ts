/** What the query strings of reads ask of a copy, checked against its model. */
import { fieldTraits } from '../../../contract/src/fields.ts';
import { keyWithin } from '../../../contract/src/keys.ts';
import {
  ASKED_MEDIA_TYPE,
  INCLUDE_DEFAULT,
  INCLUDE_MAX,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  SKIP_MAX,
} from '../../../contract/src/queries.ts';
import type { By, Condition, OrderStep } from '../evaluator/finding.ts';
import { ATTRIBUTES, FIELD_PREFIX, type Followed, type Selected } from '../evaluator/views.ts';
import { type FilterModel, isFilter, readConditions, TIMES } from './copy-filters.ts';
import { type CopyField, type CopyModel, type CopyType, fieldNamed, linksTo, type Reached } from './copy-model.ts';
import { Parameters, refused } from './query-parameters.ts';
import { ALL_LOCALES } from './shown-values.ts';

const ONE = ['locale', 'min_revision'];
const ENTRY = [...ONE, 'include', 'follow', 'select', 'meta', 'aliases'];
const PAGE = ['limit', 'skip', 'cursor', 'order'];

/** How entries are shown. */
export interface EntryView {
  readonly locale: string;
  readonly select: Selected;
  readonly follow: Followed;
  /** How many links deep. */
  readonly depth: number;
  readonly withMeta: boolean;
  readonly withFormerIds: boolean;
}

/** The part of a list that is asked for. */
export interface PageAsked {
  readonly limit: number;
  readonly skip: number;
  readonly cursor: string | undefined;
  /** All that decides what is on the list, and in which order: a cursor belongs to it. */
  readonly scope: string;
}

export interface EntryListAsked extends PageAsked {
  readonly type: CopyType;
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderStep[];
  readonly view: EntryView;
}

export interface AssetListAsked extends PageAsked {
  readonly order: readonly OrderStep[];
  /** Null for all. */
  readonly mimeType: string | null;
  readonly locale: string;
}

/** What queries are read with. */
export interface QueryModel extends FilterModel {
  readonly plane: 'delivery' | 'preview';
}

/** @throws LecternError */
export function readEntryList(search: string, how: QueryModel): EntryListAsked {
  const known = [...ENTRY, ...PAGE, 'content_type', 'slug', 'ids', 'links_to'];
  const parameters = new Parameters(search, known, isFilter);
  const type = readType(parameters, how);
  how.requireCopied([type], 'content_type');
  return {
    type,
    conditions: readConditions(parameters, type, how),
    order: readOrder(parameters, type, how.plane),
    view: readView(parameters, [type], how),
    ...readPage(parameters, search),
  };
}

/** @throws LecternError */
export function readEntry(search: string, how: QueryModel): EntryView {
  return readView(new Parameters(search, ENTRY), how.model.entryTypes, how);
}

/** @throws LecternError */
export function readAssetList(search: string, { model }: QueryModel): AssetListAsked {
  const parameters = new Parameters(search, [...ONE, ...PAGE, 'mime_type']);
  const [mimeType, order = '-created_at'] = [parameters.value('mime_type'), parameters.value('order')];
  if (mimeType !== undefined && !ASKED_MEDIA_TYPE.test(mimeType))
    throw refused('mime_type', 'Give a media type such as image/png, or image/* for every image.');
  const { descending, name } = stepOf(order);
  if (name !== 'created_at' && name !== 'updated_at' && name !== 'id')
    throw refused('order', `Assets cannot be ordered by "${name}".`);
  return {
    order: [{ by: name, descending }],
    mimeType: mimeType?.toLowerCase() ?? null,
    locale: readLocale(parameters, model),
    ...readPage(parameters, search),
  };
}

/** The locale of an asset. @throws LecternError */
export function readAsset(search: string, { model }: QueryModel): string {
  return readLocale(new Parameters(search, ONE), model);
}

function readType(parameters: Parameters, { model, code }: QueryModel): CopyType {
  const given = parameters.value('content_type') ?? '';
  const type = model.type(keyWithin([code], 'content_type', given) ?? undefined);
  if (type?.kind === 'entry') return type;
  throw refused('content_type', `There is no content type "${given}" with entries in this environment.`);
}

function readLocale(parameters: Parameters, model: CopyModel): string {
  const locale = parameters.value('locale') ?? model.defaultLocale;
  if (locale === ALL_LOCALES || model.locales.includes(locale)) return locale;
  throw refused('locale', `There is no locale "${locale}"; use one of ${model.locales.join(', ')}, or * for all.`);
}

function readPage(parameters: Parameters, search: string): PageAsked {
  const free = ['limit', 'skip', 'cursor', 'select', 'include', 'follow', 'meta', 'aliases', 'min_revision'];
  const scope = [...new URLSearchParams(search)].filter(([name]) => !free.includes(name));
  const cursor = parameters.value('cursor');
  if (cursor !== undefined && parameters.value('skip') !== undefined)
    throw refused('skip', 'Give skip or cursor, not both.');
  return {
    limit: parameters.integer('limit', { min: 1, max: LIMIT_MAX, otherwise: LIMIT_DEFAULT }),
    skip: parameters.integer('skip', { min: 0, max: SKIP_MAX, otherwise: 0 }),
    cursor,
    scope: JSON.stringify(scope),
  };
}

function readOrder(parameters: Parameters, type: CopyType, plane: QueryModel['plane']): OrderStep[] {
  const newest = plane === 'delivery' ? 'published_at' : 'updated_at';
  const steps = (parameters.value('order') ?? `-${newest}`).split(',').map(stepOf);
  return steps.map(({ name, descending }) => ({ by: orderBy(name, type), descending }));
}

function stepOf(text: string): { name: string; descending: boolean } {
  const descending = text.startsWith('-');
  return { name: descending ? text.slice(1) : text, descending };
}

function orderBy(name: string, type: CopyType): By {
  const attribute = [...TIMES, 'id' as const].find((known) => known === name);
  if (attribute !== undefined) return attribute;
  if (name === 'slug') return { field: type.slug_field ?? '' };
  const field = fieldNamed(type.fields, withoutPrefix(name));
  if (field !== undefined && fieldTraits[field.type].mayBeOrdered) return { field: field.id };
  throw refused('order', `A list cannot be ordered by "${name}"; give the id of a field that has an order.`);
}

function readView(parameters: Parameters, types: readonly CopyType[], how: QueryModel): EntryView {
  const { model } = how;
  const reached = types.map((type) => ({ type, links: 0 }));
  const select = parameters.value('select')?.split(',') ?? null;
  for (const name of select ?? []) checkName(name, reached, model);
  return {
    locale: readLocale(parameters, model),
    select,
    withMeta: parameters.flag('meta'),
    withFormerIds: parameters.flag('aliases'),
    ...readFollowed(parameters, reached, how),
  };
}

/** Checks that there is what a name selects, as far as it leads. @throws LecternError */
function checkName(name: string, reached: readonly Reached[], model: CopyModel): void {
  const [id = '', ...rest] = withoutPrefix(name).split('.');
  const isOfEntries = reached.some(({ type }) => type.kind === 'entry');
  if (ATTRIBUTES.includes(name) && isOfEntries) return;
  const found = namedIn(reached, id);
  const behind = rest.length === 0 ? [] : model.behind(found);
  if (found.length === 0 || (rest.length > 0 && behind.length === 0) || (rest.length === 0 && !isOfEntries))
    throw refused('select', `There is nothing named "${name}" to select.`);
  if (rest.length > 0) checkName(rest.join('.'), behind, model);
}

/** The paths that links are followed along, and how deep. @throws LecternError */
function readFollowed(
  parameters: Parameters,
  reached: readonly Reached[],
  how: QueryModel,
): Pick<EntryView, 'follow' | 'depth'> {
  const follow = parameters.value('follow')?.split(',');
  const isGiven = parameters.value('include') !== undefined || follow === undefined;
  const limit = isGiven
    ? parameters.integer('include', { min: 0, max: INCLUDE_MAX, otherwise: INCLUDE_DEFAULT })
    : INCLUDE_MAX;
  if (follow === undefined && limit > 0) how.requireCopied(how.model.entryTypes, 'include');
  const paths = follow?.map((path) => path.split('.')) ?? null;
  const depths = paths?.map((path) => depthOf(path, { reached, limit, how })) ?? [limit];
  return { follow: paths, depth: isGiven ? limit : Math.min(limit, Math.max(...depths)) };
}

/** How many links deep a path goes at most. @throws LecternError if it leads nowhere, or deeper than the limit */
function depthOf(
  path: readonly string[],
  { reached, limit, how }: { reached: readonly Reached[]; limit: number; how: QueryModel },
): number {
  let at = reached;
  let depths = [0];
  for (const name of path) {
    const linking = namedIn(at, name).filter(({ field }) => how.model.mayLink(field));
    if (linking.length === 0) throw refused('follow', `The path "${path.join('.')}" leads to no links at "${name}".`);
    depths = linking.map(({ links }) => links + 1);
    if (Math.min(...depths) > limit) throw refused('follow', `The path "${path.join('.')}" goes too deep.`);
    at = how.model.behind(linking);
    how.requireCopied(targetsOf(linking, at), 'follow');
  }
  return Math.max(...depths);
}

/** The content types that links of these fields, or of their components, lead to. */
function targetsOf(fields: readonly { field: CopyField }[], behind: readonly Reached[]): CopyType[] {
  return fields.some(({ field }) => linksTo(field).includes('entry'))
    ? behind.map(({ type }) => type).filter(({ kind }) => kind === 'entry')
    : [];
}

function namedIn(reached: readonly Reached[], id: string) {
  return reached.flatMap(({ type, links }) => {
    const field = fieldNamed(type.fields, id);
    return field === undefined ? [] : [{ field, links }];
  });
}

function withoutPrefix(name: string): string {
  return name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name;
}
