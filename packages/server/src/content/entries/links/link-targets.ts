/**
 * Checks the targets of links: they must exist and have the types and sizes that the field allows. A draft may link to targets that
 * do not exist yet; a published state may not.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { type DocumentLink, documentLinks } from '../../../model/fields/document/views.ts';
import type { Document, Link } from '../../../model/fields/field.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { findLinkedAssets } from '../../assets/assets.ts';
import type { TypedWork } from '../entry.ts';
import { selectLinkedEntries } from './store.ts';

/** Maximum warnings in one response. */
const WARNINGS_MAX = 100;

/** What checking a state of an entry requires; `writer` is only used to read. */
export type CheckedWork = Pick<TypedWork, 'type' | 'model' | 'environment'> & {
  readonly writer: Reader;
  /** `<kind> <key>` of targets that were checked already, and may not exist yet. */
  readonly coming?: Pick<ReadonlySet<string>, 'has'>;
};

/**
 * Checks the targets of the links of a state.
 * @param strict whether targets must exist, as publishing requires
 */
export async function checkLinks(work: CheckedWork, document: Document, strict: boolean): Promise<Violation[]> {
  const { coming } = work;
  const isComing = ({ link }: DocumentLink) => coming?.has(`${link.kind} ${link.key}`) === true;
  const links = checkedLinks(work, document, strict).filter((link) => !isComing(link));
  if (links.length === 0) return [];
  return linkViolations(links, await readTargets(work.writer, work, links), strict);
}

/** The links of a state whose targets have to be checked. */
export function checkedLinks({ type, model }: Pick<TypedWork, 'type' | 'model'>, document: Document, strict: boolean) {
  const links = documentLinks({ ...model.readingOf(type), document });
  return strict ? links : links.filter(({ validations }) => hasTargetRules(validations));
}

/** The violations in the targets of links. */
export function linkViolations(links: readonly DocumentLink[], targets: LinkTargets, strict: boolean): Violation[] {
  const found: Violation[] = [];
  for (const link of links) {
    if (isFull(found)) break;
    found.push(...violationsOf(link, targets, strict));
  }
  return found;
}

/** Warnings about links of a published state to entries that are not published: delivery leaves them out of `includes`. */
export async function unpublishedTargets(work: TypedWork, published: Document): Promise<Violation[]> {
  const view = { ...work.model.readingOf(work.type), document: published };
  const links = documentLinks(view).filter(({ link }) => link.kind === 'entry');
  const keys = [...new Set(links.map(({ link }) => link.key))];
  const targets = await selectLinkedEntries(work.writer, work.environment.number, keys);
  const hidden = new Set(targets.flatMap((row) => (row.published_version === null ? [row.key] : [])));
  return links
    .filter(({ link }) => hidden.has(link.key))
    .slice(0, WARNINGS_MAX)
    .map(({ link, path }) => ({ path, rule: 'unpublished', message: unpublishedMessage(link.key) }));
}

function unpublishedMessage(key: string): string {
  return `Publish the entry "${key}" too; until then, delivery leaves it out of includes.`;
}

type TargetRules = DocumentLink['validations'];

/** The existing targets of some links. */
export interface LinkTargets {
  /** Key → api_id of the entry's type. */
  readonly entries: Map<string, string>;
  readonly assets: Map<string, { mime_type: string | null; size: number | null }>;
}

/** Reads the targets of links. */
export async function readTargets(
  db: Reader,
  { environment, model }: { environment: Pick<Environment, 'number'>; model: Pick<Model, 'typeByNumber'> },
  links: readonly DocumentLink[],
): Promise<LinkTargets> {
  const keysOf = (kind: Link['kind']) => [
    ...new Set(links.filter(({ link }) => link.kind === kind).map(({ link }) => link.key)),
  ];
  const entries = await selectLinkedEntries(db, environment.number, keysOf('entry'));
  const assets = await findLinkedAssets(db, environment.number, keysOf('asset'));
  return {
    entries: new Map(entries.map((row) => [row.key, model.typeByNumber(row.content_type)?.apiId ?? ''])),
    assets: new Map(assets.map((row) => [row.key, row])),
  };
}

function violationsOf({ link, path, validations }: DocumentLink, targets: LinkTargets, strict: boolean): Violation[] {
  const { kind, key } = link;
  if (!targets[kind === 'entry' ? 'entries' : 'assets'].has(key)) {
    const message = `There is no ${kind} "${key}"; create it first, or link to another one.`;
    return strict ? [{ path, rule: 'link', message }] : [];
  }
  const place = { key, path };
  const broken =
    kind === 'entry' ? brokenByEntry(place, validations, targets) : brokenByAsset(place, validations, targets);
  return broken === undefined ? [] : [broken];
}

type Broken = Violation | undefined;

interface LinkPlace {
  readonly key: string;
  readonly path: string;
}

function brokenByEntry(
  { key, path }: LinkPlace,
  { content_types: allowed }: TargetRules,
  { entries }: LinkTargets,
): Broken {
  const apiId = entries.get(key) ?? '';
  if (allowed === undefined || allowed.includes(apiId)) return undefined;
  const message = `Link to an entry of type ${allowed.join(' or ')}; "${key}" is of type ${apiId}.`;
  return { path, rule: 'content_types', params: { listed: allowed }, message };
}

function brokenByAsset({ key, path }: LinkPlace, rules: TargetRules, { assets }: LinkTargets): Broken {
  const { mime_type: mimeType = null, size = null } = assets.get(key) ?? {};
  const { mime_types: allowed, max_size: sizeMax } = rules;
  if (allowed !== undefined && mimeType !== null && !allowed.some((pattern) => matchesMediaType(mimeType, pattern))) {
    const message = `Link to a file of type ${allowed.join(' or ')}; "${key}" is ${mimeType}.`;
    return { path, rule: 'mime_types', params: { listed: allowed }, message };
  }
  if (sizeMax !== undefined && size !== null && size > sizeMax) {
    const message = `Link to a file of at most ${sizeMax} bytes; "${key}" has ${size}.`;
    return { path, rule: 'max_size', params: { limit: sizeMax, given: size }, message };
  }
  return undefined;
}

function matchesMediaType(mediaType: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? mediaType.startsWith(pattern.slice(0, -1)) : mediaType === pattern;
}

/** Whether a link has to lead to something of a certain type or size. */
export function hasTargetRules({ content_types, mime_types, max_size }: TargetRules): boolean {
  return content_types !== undefined || mime_types !== undefined || max_size !== undefined;
}
