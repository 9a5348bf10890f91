/**
 * Which rich text nodes and marks a field allows. Links around text are nodes in Contentful and marks in Lectern, so a rule about
 * nodes can also limit marks. Whatever a rule does not mention stays allowed.
 */

import { HEADING_LEVEL_MAX } from '../../../contract/src/rich-text.ts';
import { isRecord } from '../json-object.ts';
import type { Notes } from '../notes.ts';
import { keyFor } from './keys.ts';
import { blockNames, embeddedNames, headingLevel, linkNames, markNames, named } from './rich-text-names.ts';

interface Owner {
  readonly about: string;
  readonly notes: Notes;
}

/** Nodes that Contentful includes with another one, but that have their own names in Lectern. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'ordered-list': ['listItem'],
  'unordered-list': ['listItem'],
  table: ['tableRow', 'tableCell', 'tableHeader'],
};

/** The rule `nodes`, if the field limits its nodes. */
export function nodeValidation(
  enabled: readonly string[] | undefined,
  owner: Owner,
): { readonly nodes?: readonly string[] } {
  if (enabled === undefined) return {};
  // A line break is a character in Contentful, which no rule can forbid.
  const nodes = new Set<string>(['hardBreak']);
  for (const nodeType of enabled) for (const name of nodeNames(nodeType, owner)) nodes.add(name);
  const levels = enabled.filter((nodeType) => headingLevel(nodeType) !== null);
  if (levels.length > 0 && levels.length < HEADING_LEVEL_MAX) {
    owner.notes.add(
      'left_out',
      owner.about,
      `Headings are allowed or not, whatever their level; only ${levels.join(', ')} were allowed.`,
    );
  }
  return { nodes: [...nodes] };
}

/** The rule `marks`, if the field limits its marks or links. */
export function markValidation(
  nodes: readonly string[] | undefined,
  marks: readonly string[] | undefined,
  owner: Owner,
): { readonly marks?: readonly string[] } {
  if (nodes === undefined && marks === undefined) return {};
  const links = Object.entries(linkNames).filter(([name]) => nodes?.includes(name) ?? true);
  const formats = (marks ?? Object.keys(markNames)).flatMap((name) => {
    const ours = named(markNames, name);
    if (ours === undefined) owner.notes.add('left_out', owner.about, `The mark "${name}" does not exist here.`);
    return ours ?? [];
  });
  return { marks: [...formats, ...links.map(([, link]) => link.type)] };
}

/** Contentful nodes that link to entries. */
const ENTRY_NODES = ['embedded-entry-block', 'embedded-entry-inline', 'entry-hyperlink'];

/**
 * The rule `content_types`, if the field limits every kind of link to entries that it allows. In Lectern one list applies to all of
 * them; any other limits are noted.
 */
export function linkedTypeValidation(
  enabled: readonly string[] | undefined,
  rule: unknown,
  owner: Owner,
): { readonly content_types?: readonly string[] } {
  if (!isRecord(rule)) return {};
  const allowed = ENTRY_NODES.filter((nodeType) => enabled?.includes(nodeType) ?? true);
  const lists = allowed.map((nodeType) => typesIn(rule[nodeType]));
  const known = lists.filter((list) => list !== null);
  const isWhole = known.length > 0 && known.length === lists.length && new Set(known.map(String)).size === 1;
  if (!isWhole || Object.entries(rule).some(([nodeType, limits]) => saysMore(nodeType, limits))) {
    owner.notes.add(
      'left_out',
      owner.about,
      `The validation "nodes" cannot be said ${isWhole ? 'in full ' : ''}here: ${JSON.stringify(rule)}.`,
    );
  }
  return isWhole && known[0] !== undefined ? { content_types: known[0] } : {};
}

/** The types to which one kind of link is limited; null if it is not limited. */
function typesIn(limits: unknown): readonly string[] | null {
  const lists = (Array.isArray(limits) ? limits.filter(isRecord) : []).map((limit) => limit.linkContentType);
  const list = lists.find((one) => Array.isArray(one));
  return Array.isArray(list) ? list.map((id) => keyFor(String(id))).toSorted() : null;
}

function saysMore(nodeType: string, limits: unknown): boolean {
  const names = (Array.isArray(limits) ? limits.filter(isRecord) : []).flatMap((limit) => Object.keys(limit));
  return !ENTRY_NODES.includes(nodeType) || names.some((name) => name !== 'linkContentType');
}

function nodeNames(nodeType: string, owner: Owner): readonly string[] {
  if (headingLevel(nodeType) !== null) return ['heading'];
  if (nodeType === 'paragraph' || named(linkNames, nodeType) !== undefined) return [];
  const name = named(blockNames, nodeType) ?? named(embeddedNames, nodeType)?.type;
  if (name !== undefined) return [name, ...(named(PARTS, nodeType) ?? [])];
  owner.notes.add('left_out', owner.about, `The rich text node "${nodeType}" does not exist here.`);
  return [];
}
