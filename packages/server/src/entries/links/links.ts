/**
 * The links of entries: rows that find what links to something, and the checks of what a link may point to.
 * A draft may link to what does not exist yet; a published state may not.
 */
import type { ContentType } from '../../content-types/content-type.ts';
import type { Model } from '../../content-types/model.ts';
import type { Violation } from '../../errors/domain-error.ts';
import { type DocumentLink, documentLinks } from '../../fields/document/views.ts';
import type { Document, Link } from '../../fields/field.ts';
import { IN_DRAFT, IN_PUBLISHED, type StoredEntry, type TypedWork } from '../entry.ts';
import { deleteLink, selectLinkedAssets, selectLinkedEntries, selectLinksFrom, upsertLink } from './store.ts';

interface LinkedRow {
  readonly link: Link;
  readonly states: number;
}

/** What link rows are kept with. */
type LinkWork = Pick<TypedWork, 'writer' | 'environment' | 'type' | 'model'>;

/**
 * Brings the link rows of an entry up to its states.
 * @param isNew whether the entry has no rows yet
 * @returns whether any row changed
 */
export async function keepLinks(
  work: LinkWork,
  entry: number,
  { states, isNew }: { states: Pick<StoredEntry, 'draft' | 'published'> | null; isNew: boolean },
): Promise<boolean> {
  const has = linkRows(states, work.type, work.model);
  const rows = isNew ? [] : await selectLinksFrom(work.writer, { source: entry });
  const environment = work.environment.number;
  const had = new Map<string, number>();
  let changed = false;
  for (const { target_kind: kind, target_key: key, states } of rows) {
    const name = `${kind} ${key}`;
    if (has.has(name)) had.set(name, states);
    else {
      await deleteLink(work.writer, { environment, kind, key, source: entry });
      changed = true;
    }
  }
  for (const [name, { link, states }] of has) {
    if (had.get(name) === states) continue;
    await upsertLink(work.writer, { environment, kind: link.kind, key: link.key, source: entry, states });
    changed = true;
  }
  return changed;
}

/**
 * Checks what the links of a state point to.
 * @param strict whether a target must exist, as it must for publishing
 */
export async function checkLinks(work: TypedWork, document: Document, strict: boolean): Promise<Violation[]> {
  const links = documentLinks({ document, fields: work.type.fields, locales: work.model.locales });
  const toCheck = strict ? links : links.filter(({ validations }) => hasTargetRules(validations));
  if (toCheck.length === 0) return [];
  const targets = await readTargets(work, toCheck);
  return toCheck.flatMap((link) => violationOf(link, targets, strict));
}

/** The links of a document, each once. */
export function linksOf(document: Document, type: ContentType, model: Pick<Model, 'locales'>): Link[] {
  const links = documentLinks({ document, fields: type.fields, locales: model.locales });
  return [...new Map(links.map(({ link }) => [nameOf(link), link])).values()];
}

function linkRows(
  states: Pick<StoredEntry, 'draft' | 'published'> | null,
  type: ContentType,
  model: Pick<Model, 'locales'>,
): Map<string, LinkedRow> {
  const rows = new Map<string, LinkedRow>();
  if (states === null) return rows;
  for (const link of linksOf(states.draft, type, model)) rows.set(nameOf(link), { link, states: IN_DRAFT });
  if (states.published === null) return rows;
  for (const link of linksOf(states.published, type, model)) {
    rows.set(nameOf(link), { link, states: (rows.get(nameOf(link))?.states ?? 0) | IN_PUBLISHED });
  }
  return rows;
}

interface Targets {
  /** Key → api_id of the entry's type. */
  readonly entries: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, { mime_type: string | null; size: number | null }>;
}

async function readTargets(work: TypedWork, links: readonly DocumentLink[]): Promise<Targets> {
  const keysOf = (kind: Link['kind']) => [
    ...new Set(links.filter(({ link }) => link.kind === kind).map(({ link }) => link.key)),
  ];
  const entries = await selectLinkedEntries(work.writer, work.environment.number, keysOf('entry'));
  const assets = await selectLinkedAssets(work.writer, work.environment.number, keysOf('asset'));
  return {
    entries: new Map(entries.map((row) => [row.key, work.model.typeByNumber(row.content_type)?.apiId ?? ''])),
    assets: new Map(assets.map((row) => [row.key, row])),
  };
}

function violationOf({ link, path, validations }: DocumentLink, targets: Targets, strict: boolean): Violation[] {
  const exists = link.kind === 'entry' ? targets.entries.has(link.key) : targets.assets.has(link.key);
  if (!exists) {
    if (!strict) return [];
    return [
      { path, rule: 'link', message: `There is no ${link.kind} "${link.key}"; make it first, or link to another one.` },
    ];
  }
  return link.kind === 'entry' ? entryViolation() : assetViolation();

  function entryViolation(): Violation[] {
    const apiId = targets.entries.get(link.key) ?? '';
    const allowed = validations.content_types;
    if (allowed === undefined || allowed.includes(apiId)) return [];
    return [
      {
        path,
        rule: 'content_types',
        message: `Link to an entry of type ${allowed.join(' or ')}; "${link.key}" is of type ${apiId}.`,
      },
    ];
  }

  function assetViolation(): Violation[] {
    const { mime_type: mimeType = null, size = null } = targets.assets.get(link.key) ?? {};
    const { mime_types: allowed, max_size: sizeMax } = validations;
    if (allowed !== undefined && mimeType !== null && !allowed.some((pattern) => matchesMediaType(mimeType, pattern))) {
      return [
        {
          path,
          rule: 'mime_types',
          message: `Link to a file of type ${allowed.join(' or ')}; "${link.key}" is ${mimeType}.`,
        },
      ];
    }
    if (sizeMax !== undefined && size !== null && size > sizeMax) {
      return [
        { path, rule: 'max_size', message: `Link to a file of at most ${sizeMax} bytes; "${link.key}" has ${size}.` },
      ];
    }
    return [];
  }
}

function matchesMediaType(mediaType: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? mediaType.startsWith(pattern.slice(0, -1)) : mediaType === pattern;
}

function hasTargetRules({ content_types, mime_types, max_size }: DocumentLink['validations']): boolean {
  return content_types !== undefined || mime_types !== undefined || max_size !== undefined;
}

function nameOf({ kind, key }: Link): string {
  return `${kind} ${key}`;
}
