/**
 * Answers the requests of the query builder from a copy, as the service answers them: so that the builder, its types and its results are
 * one, wherever the content is. Answers are text, as those of the service, and nobody can change the copy through them.
 */

import { keyWithin } from '../../../contract/src/keys.ts';
import type { Condition } from '../evaluator/finding.ts';
import { valueAlong } from '../evaluator/values.ts';
import { type PlacedLink, type Selected, selectedFields, shows, together, walked } from '../evaluator/views.ts';
import { LecternError } from '../lectern-error.ts';
import type { Read, Reads } from '../transport.ts';
import { type CopyAsset, type CopyContents, type CopyEntry, type Kept, keyOfKept } from './copy-contents.ts';
import { type CopyType, linksTo } from './copy-model.ts';
import { pageOf } from './copy-pages.ts';
import {
  type AssetListAsked,
  type EntryListAsked,
  type EntryView,
  type QueryModel,
  readAsset,
  readAssetList,
  readEntry,
  readEntryList,
} from './copy-query.ts';
import { assetSource, entrySource } from './copy-source.ts';
import { type TaggedAnswer, tagsOf } from './copy-tags.ts';
import { refused } from './query-parameters.ts';
import { ALL_LOCALES, linksIn, shownValue } from './shown-values.ts';

/** The copy that is read. */
export interface CopyToRead {
  readonly contents: CopyContents;
  readonly revision: number;
  readonly plane: 'delivery' | 'preview';
  /** The only content types whose entries it has; undefined for all. */
  readonly types: readonly string[] | undefined;
  at(revision: number, options: { signal?: AbortSignal | undefined }): Promise<void>;
}

/** What a response has besides its text. */
type Answer = Pick<Read, 'next'> & { readonly body: object; readonly tagged: Omit<TaggedAnswer, 'place'> };

/** An entry as it is shown. */
interface ShownEntry {
  readonly id: string;
  readonly content_type: string;
  readonly slug?: string | null;
  readonly fields?: object;
  readonly published_at?: string | null;
  readonly status?: string;
  readonly meta?: object;
}

/** Entries as they are shown, with what they link to. */
interface ShownEntries {
  readonly items: readonly object[];
  readonly includes: { readonly entries: readonly object[]; readonly assets: readonly object[] };
  /** The links that were followed, and the items. */
  readonly links: readonly string[];
}

export class CopyReads implements Reads {
  readonly #copy: CopyToRead;

  constructor(copy: CopyToRead) {
    this.#copy = copy;
  }

  async read(path: string, signal?: AbortSignal): Promise<Read> {
    signal?.throwIfAborted();
    const [resource = '', search = ''] = path.split('?');
    const atLeast = Number(new URLSearchParams(search).get('min_revision') ?? 0);
    if (atLeast > this.#copy.revision) await this.#copy.at(atLeast, { signal });
    const { body, next, tagged } = this.#answer(resource, search);
    const { revision, contents } = this.#copy;
    return { text: JSON.stringify(body), next, revision, tags: tagsOf({ ...tagged, place: contents.tags }) };
  }

  #answer(resource: string, search: string): Answer {
    const [kind, id] = resource.split('/').map(decodeURIComponent);
    const how = this.#queryModel();
    if (kind === 'assets')
      return id === undefined ? this.#assets(readAssetList(search, how)) : this.#asset(id, readAsset(search, how));
    return id === undefined ? this.#entries(readEntryList(search, how)) : this.#entry(id, readEntry(search, how));
  }

  #queryModel(): QueryModel {
    const { contents, plane, types } = this.#copy;
    const { model, code } = contents;
    return {
      model,
      code,
      plane,
      requireCopied(wanted, name) {
        const missing = types && wanted.find(({ id, api_id }) => !types.includes(api_id) && !types.includes(id));
        if (missing)
          throw refused(
            name,
            `The copy has no entries of "${missing.api_id}"; add it to its types, or ask the site itself.`,
          );
      },
    };
  }

  #entries(asked: EntryListAsked): Answer {
    const { contents } = this.#copy;
    const { type, conditions, order, view } = asked;
    const locale = view.locale === ALL_LOCALES ? contents.model.defaultLocale : view.locale;
    const query = { type: type.api_id, conditions, order };
    const { rows, total, next } = pageOf(entrySource(contents, locale), query, { ...asked, turn: contents.turn });
    const { items, includes, links } = this.#shown(rows, view);
    const sought = conditions.flatMap((condition) => ('keys' in condition ? [condition.keys] : []))[0];
    const tagged = this.#tagged([...links, ...(sought?.map((key) => `entry:${key}`) ?? [])]);
    const types = [...new Set([type.api_id, ...tagged.types])];
    return {
      body: { items, total, includes },
      next,
      tagged: { ...tagged, ...scopeOf(asked, rows.length), types, own: null },
    };
  }

  #entry(id: string, view: EntryView): Answer {
    const { contents } = this.#copy;
    const row = contents.entry(keyWithin([contents.code], 'entry', id) ?? '');
    if (row === undefined) throw notFound('entry');
    const { items, includes, links } = this.#shown([row], view);
    const tagged = { ...this.#tagged(links), scope: null, restsOnAllAssets: false, own: `entry:${keyOfKept(row)}` };
    return { body: { ...items[0], includes }, next: null, tagged };
  }

  #assets(asked: AssetListAsked): Answer {
    const { contents } = this.#copy;
    const { mimeType, order, locale } = asked;
    const isWanted = ({ value }: Kept<CopyAsset>) => mimeType === null || isOfType(value.mime_type ?? '', mimeType);
    const source = assetSource(() => [...contents.assets()].filter(isWanted));
    const { rows, total, next } = pageOf(
      source,
      { type: null, conditions: [], order },
      { ...asked, turn: contents.turn },
    );
    const found = rows.map((row) => `asset:${keyOfKept(row)}`);
    const tagged = { found, missing: [], types: [], own: null, scope: 'assets' as const, restsOnAllAssets: true };
    return { body: { items: rows.map((row) => this.#shownAsset(row, locale)), total }, next, tagged };
  }

  #asset(id: string, locale: string): Answer {
    const { contents } = this.#copy;
    const row = contents.asset(keyWithin([contents.code], 'asset', id) ?? '');
    if (row === undefined) throw notFound('asset');
    const own = `asset:${keyOfKept(row)}`;
    const tagged = { found: [own], missing: [], types: [], own, scope: null, restsOnAllAssets: false };
    return { body: this.#shownAsset(row, locale), next: null, tagged };
  }

  #shown(rows: readonly Kept<CopyEntry>[], view: EntryView): ShownEntries {
    const { contents } = this.#copy;
    const items = rows.map((row) => `entry:${keyOfKept(row)}`);
    const asked = walked(items, { ...view, linksOf: (link) => this.#linksOf(link, view.locale) });
    const shown = (link: string): object[] => {
      const row = contents.entry(keyIn(link));
      const selections = asked.get(link) ?? [];
      return row === undefined
        ? []
        : [selections.map((select) => this.#shownEntry(row, select, view)).reduce(together)];
    };
    const links = [...asked.keys()];
    const targets = links.slice(items.length);
    const assets = targets.filter(isAsset).flatMap((link) => contents.asset(keyIn(link)) ?? []);
    return {
      items: items.flatMap(shown),
      includes: {
        entries: targets.filter((link) => !isAsset(link)).flatMap(shown),
        assets: assets.map((asset) => this.#shownAsset(asset, view.locale)),
      },
      links,
    };
  }

  #linksOf(link: string, locale: string): PlacedLink[] {
    const { contents } = this.#copy;
    const row = isAsset(link) ? undefined : contents.entry(keyIn(link));
    const type = contents.model.type(row?.value.content_type);
    return row && type ? linksIn(type.fields, row.value.fields, { model: contents.model, locale }) : [];
  }

  #shownEntry({ value }: Kept<CopyEntry>, select: Selected, view: EntryView): ShownEntry {
    const { model } = this.#copy.contents;
    const { locale, withMeta } = view;
    const type = model.type(value.content_type);
    const fields = shows('fields', select) && type ? this.#fieldsOf(value, type, { select, view }) : null;
    const slug = locale === ALL_LOCALES ? value.slug : (value.meta.slugs[locale] ?? null);
    return {
      id: value.id,
      content_type: value.content_type,
      ...(shows('slug', select) ? { slug } : {}),
      ...(fields === null ? {} : { fields: fields.shown }),
      ...(shows('published_at', select) ? { published_at: value.published_at } : {}),
      ...(value.status !== undefined && shows('status', select) ? { status: value.status } : {}),
      ...(withMeta ? { meta: { ...value.meta, fallbacks: fields?.fallbacks ?? [] } } : {}),
    };
  }

  #fieldsOf(
    { fields: values }: CopyEntry,
    type: CopyType,
    { select, view: { locale, withFormerIds } }: { select: Selected; view: EntryView },
  ): { shown: Record<string, unknown>; fallbacks: string[] } {
    const { model } = this.#copy.contents;
    const shown: Record<string, unknown> = {};
    const fallbacks: string[] = [];
    for (const field of selectedFields(type.fields, select)) {
      const value = shownValue(field, values, { model, locale });
      if (value === undefined) continue;
      const own = values[field.id] as Record<string, unknown>;
      if (locale !== ALL_LOCALES && field.localized && own[locale] === undefined) fallbacks.push(field.id);
      shown[field.id] = value;
      if (withFormerIds || type.deliver_former_ids) for (const id of field.former_ids ?? []) shown[id] = value;
    }
    return { shown, fallbacks };
  }

  #shownAsset({ value }: Kept<CopyAsset>, locale: string): object {
    if (locale === ALL_LOCALES) return value;
    const chain = this.#copy.contents.model.chain(locale);
    const [title, description, alt] = [value.title, value.description, value.alt].map(
      (own) => valueAlong(chain, own) ?? null,
    );
    return { ...value, title, description, alt };
  }

  /** Which links lead to something. */
  #tagged(links: readonly string[]): Pick<TaggedAnswer, 'found' | 'missing' | 'types'> {
    const { contents } = this.#copy;
    const all = [...new Set(links)];
    const targetOf = (link: string) => (isAsset(link) ? contents.asset(keyIn(link)) : contents.entry(keyIn(link)));
    const found = all.filter((link) => targetOf(link) !== undefined);
    const types = found.flatMap((link) => targetOf(link)?.value.content_type ?? []);
    return { found, missing: all.filter((link) => !found.includes(link)), types };
  }
}

/** What may come to be on a list. */
function scopeOf(
  { conditions, type }: EntryListAsked,
  found: number,
): Pick<TaggedAnswer, 'scope' | 'restsOnAllAssets'> {
  const restsOnAllAssets = conditions.some((condition) => 'sees' in condition && leadsToAssets(type, condition.sees));
  const looksFurther = conditions.some((condition) => 'sees' in condition || 'through' in condition);
  if (looksFurther) return { scope: 'entries', restsOnAllAssets };
  const isNamed = conditions.some((condition) => 'keys' in condition);
  // No other entry can get a slug before the one on the page gives it up.
  const isHeld = found > 0 && conditions.some((condition) => isOfSlug(condition, type));
  return { scope: isNamed || isHeld ? null : { type: type.api_id }, restsOnAllAssets };
}

function leadsToAssets({ fields }: CopyType, id: unknown): boolean {
  return fields.some((field) => field.id === id && linksTo(field).includes('asset'));
}

function isOfSlug(condition: Condition, type: CopyType): boolean {
  if ('byType' in condition) return isOfSlug(condition.byType.get(type.api_id) ?? { keys: [] }, type);
  if (!('by' in condition)) return false;
  const { by, operator } = condition;
  return operator === 'eq' && typeof by === 'object' && by.inside === undefined && by.field === type.slug_field;
}

function notFound(resource: 'entry' | 'asset'): LecternError {
  const [code, message] = ['not_found', `There is no such ${resource}.`];
  return new LecternError(message, { status: 404, code, detail: { code, message, resource } });
}

function isOfType(own: string, wanted: string): boolean {
  return wanted.endsWith('/*') ? own.startsWith(wanted.slice(0, -1)) : own === wanted;
}

function isAsset(link: string): boolean {
  return link.startsWith('asset:');
}

function keyIn(link: string): string {
  return link.slice(link.indexOf(':') + 1);
}
