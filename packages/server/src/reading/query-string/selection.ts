/**
 * Reads `select`: the attributes and fields that a response contains of each item and, through links, of what the items link to.
 * `id` and `content_type`, which identify an entry, are always included.
 */
import type { ContentType } from '../../model/content-types/content-type.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import { behind, fieldsNamed, type Reached, type ReachedField } from './linked-fields.ts';
import type { QueryReading } from './query-reading.ts';

const attributes = ['id', 'content_type', 'slug', 'fields', 'published_at', 'status'] as const;
export type SelectableAttribute = (typeof attributes)[number];
const ALWAYS: readonly SelectableAttribute[] = ['id', 'content_type'];
const SELECT = 'select';
const NAMES_MAX = 200;
/** Fields through which others are selected: each has entries shown in a way of its own. */
const LINKS_MAX = 50;
const FIELDS = 'fields';
const FIELD_PREFIX = `${FIELDS}.`;

/** The parts of an entry that a response contains. */
export interface Selection {
  readonly attributes: ReadonlySet<SelectableAttribute>;
  /** Ids of the selected fields as given, some of them former ones; null for all fields. */
  readonly fields: ReadonlySet<string> | null;
  /** The selection as text, the same for every way to write it. */
  readonly code: string;
}

/** The same with what it contains of the entries behind its links. */
export interface LinkedSelection extends Selection {
  /** By the id of a field as given, that of its targets; in a field with components, by the ids of their fields. Others are whole. */
  readonly through: ReadonlyMap<string, LinkedSelection>;
}

/** What was named of the entries at one place. */
interface Named {
  readonly attributes: Set<SelectableAttribute>;
  readonly fields: Set<string>;
  readonly through: Map<string, Named>;
}

/** Where names are read. */
interface Place {
  readonly reached: readonly Reached[];
  /** What was named there. */
  readonly named: Named;
  /** The path there, with a dot at its end. */
  readonly before: string;
}

interface How {
  readonly reading: QueryReading;
  /** Whether the response contains what items link to. */
  readonly withLinks: boolean;
}

/**
 * Reads the selection for each item; null if everything is selected.
 * @param withLinks whether the response contains what items link to
 */
export function readSelection(
  reading: QueryReading,
  types: readonly ContentType[],
  withLinks: boolean,
): LinkedSelection | null {
  const text = reading.value(SELECT);
  if (text === undefined) return null;
  const given = text.split(',');
  if (given.length > NAMES_MAX) {
    const limits = { limit: NAMES_MAX, given: given.length };
    reading.refuse(SELECT, 'max_items', `Select at most ${NAMES_MAX} names.`, limits);
    return null;
  }
  const root: Place = { reached: types.map((type) => ({ type, links: 0 })), named: nothing(), before: '' };
  for (const name of given) readName(name, root, { reading, withLinks });
  const links = linksIn(root.named);
  if (links > LINKS_MAX) {
    const message = `Select through at most ${LINKS_MAX} fields.`;
    reading.refuse(SELECT, 'max_items', message, { limit: LINKS_MAX, given: links });
  }
  return selectionOf(root.named);
}

/** What two selections contain together of one entry. */
export function united(one: Selection | null, other: Selection | null): Selection | null {
  if (one === null || other === null) return null;
  if (one === other || one.code === other.code) return one;
  const fields = one.fields === null || other.fields === null ? null : new Set([...one.fields, ...other.fields]);
  return withCode(new Set([...one.attributes, ...other.attributes]), fields);
}

function readName(name: string, place: Place, how: How): void {
  const { reached, named } = place;
  const isPrefixed = name.startsWith(FIELD_PREFIX);
  const path = isPrefixed ? name.slice(FIELD_PREFIX.length) : name;
  const [id = '', ...more] = path.split('.');
  const attribute = isPrefixed || more.length > 0 ? undefined : attributes.find((known) => known === id);
  const found = fieldsNamed(reached, id);
  const holders = attribute === undefined ? found : reached;
  // Without any content type there are no entries, and their attributes are the same.
  if (attribute !== undefined && reached.length === 0) named.attributes.add(attribute);
  else if (holders.length === 0) rejectName(name, place, how.reading);
  else if (more.length > 0) readBehind(found, { id, rest: more.join('.') }, place, how);
  else if (!holders.some(({ type }) => type.kind === 'entry')) rejectInside(id, place, how.reading);
  else if (attribute === undefined) named.fields.add(id);
  else named.attributes.add(attribute);
}

/** Reads what is named behind a field: of the entries that it links to, or of the fields of its components. */
function readBehind(
  found: readonly ReachedField[],
  { id, rest }: { readonly id: string; readonly rest: string },
  { named, before }: Place,
  how: How,
): void {
  const { reading, withLinks } = how;
  const reached = withLinks ? behind(found, reading.model) : [];
  if (reached.length === 0) {
    const field = quoted(before + id);
    const why = withLinks ? `The field ${field} leads to no entries` : 'This list has no includes';
    reading.refuse(SELECT, 'type', `${why}, so there is nothing more to select; select ${field} alone.`);
    return;
  }
  const next = named.through.get(id) ?? nothing();
  named.through.set(id, next);
  readName(rest, { reached, named: next, before: `${before}${id}.` }, how);
}

function nothing(): Named {
  return { attributes: new Set(ALWAYS), fields: new Set(), through: new Map() };
}

function linksIn({ through }: Named): number {
  let count = through.size;
  for (const next of through.values()) count += linksIn(next);
  return count;
}

/** A field that is named by itself is whole, with all that it leads to. */
function selectionOf({ attributes, fields, through }: Named): LinkedSelection {
  const isAll = attributes.has(FIELDS);
  const shown = fields.size + through.size > 0 ? new Set([...attributes, FIELDS] as const) : attributes;
  const narrowed = [...through].filter(([id]) => !fields.has(id));
  return {
    ...withCode(shown, isAll ? null : new Set([...fields, ...through.keys()])),
    through: new Map(narrowed.map(([id, next]) => [id, selectionOf(next)])),
  };
}

function withCode(attributes: ReadonlySet<SelectableAttribute>, fields: ReadonlySet<string> | null): Selection {
  const named = fields === null ? '' : ` ${[...fields].sort().join()}`;
  // Apart, as a field may have the name of an attribute.
  return { attributes, fields, code: [...attributes].sort().join() + named };
}

function rejectName(name: string, { reached, before }: Place, reading: QueryReading): void {
  const advice = `give ${attributes.join(', ')} or ${before}fields.<id>`;
  const near = reading.similar(name, () => {
    const ids = reached.flatMap(({ type }) => type.fields.map(({ id }) => id));
    return new Set([...attributes, ...ids, ...ids.map((id) => FIELD_PREFIX + id)]);
  });
  const message = `There is nothing named ${quoted(before + name)} to select; ${advice}.${near}`;
  reading.refuse(SELECT, 'unknown', message);
}

function rejectInside(id: string, { before }: Place, reading: QueryReading): void {
  const whole = quoted(before.slice(0, -1));
  const message = `Components are given whole; select ${whole} instead of ${quoted(before + id)}.`;
  reading.refuse(SELECT, 'type', message);
}
