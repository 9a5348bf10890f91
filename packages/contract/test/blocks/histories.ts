/** Random lists of blocks in blocks, and what two people do to them, for tests of merging. */
import fc from 'fast-check';
import type { Block, BlocksRules, InnerFields, InnerShape } from '../../src/blocks-merge.ts';

const DEPTH_MAX = 3;
/** Events of one history; some do nothing. */
const EVENTS_MAX = 14;
/** Only the first blocks of a list are edited, so that both sides edit the same ones. */
const EDITED_MAX = 3;
const VALUES = ['red', 'green', 'blue', undefined] as const;
const LOCALES = ['en', 'de'] as const;
/** Starts of ids, so that new ones sort before and behind others. */
const STARTS = ['m', 'c', 'x'] as const;

const plain: InnerShape = { holds: 'plain', byLocale: false };
const byLocale: InnerShape = { holds: 'plain', byLocale: true };
const texts = { title: byLocale, constructor: plain };
/** The fields of the component types. */
const TYPES: Readonly<Record<string, Readonly<Record<string, InnerShape>>>> = {
  hero: texts,
  quote: texts,
  seo: texts,
  section: {
    ...texts,
    items: { holds: 'blocks', byLocale: false },
    asides: { holds: 'blocks', byLocale: true },
    seo: { holds: { component: 'seo' }, byLocale: false },
  },
};
const TYPE_NAMES = ['hero', 'section', 'quote', 'section'] as const;

export const rules: BlocksRules = { shapeOf: (type, key) => TYPES[type]?.[key] ?? plain };

export type Blocks = readonly Block[];

/** What happens, and three numbers that say where. */
export type Event = readonly [keyof typeof weights, number, number, number];

export interface History {
  readonly base: Blocks;
  readonly mine: Blocks;
  readonly theirs: Blocks;
}

/** How often each happens. */
const weights = { move: 4, edit: 4, insert: 2, remove: 2, insertShared: 1, component: 1, retype: 1 } as const;
const beginnings = { insert: 4, edit: 2, component: 1 } as const;

const beginning = eventsOf(beginnings, { minLength: EVENTS_MAX, maxLength: EVENTS_MAX * 2 });
const events = eventsOf(weights, { maxLength: EVENTS_MAX });

function eventsOf(
  kinds: Partial<Record<keyof typeof weights, number>>,
  length: { readonly minLength?: number; readonly maxLength: number },
): fc.Arbitrary<Event[]> {
  const all = Object.entries(kinds).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
  const kind = fc.constantFrom(...(all as (keyof typeof weights)[]));
  return fc.array(fc.tuple(kind, fc.nat(97), fc.nat(97), fc.nat(97)), { ...length, size: 'max' });
}

/** A list, and what has become of it on both sides. */
export const histories: fc.Arbitrary<History> = fc.record({ beginning, mine: events, theirs: events }).map((all) => {
  const base = after([], all.beginning, 'b');
  return { base, mine: after(base, all.mine, 'm'), theirs: after(base, all.theirs, 't') };
});

interface Draft {
  id: string;
  type: string;
  fields: Record<string, unknown>;
}

function after(blocks: Blocks, happening: readonly Event[], side: string): Blocks {
  const list = structuredClone(blocks) as Draft[];
  for (const [number, one] of happening.entries())
    happens(list, one, `${STARTS[number % STARTS.length]}${side}${number}`);
  return list;
}

function happens(root: Draft[], [kind, which, nth, value]: Event, newId: string): void {
  const lists = listsIn({ list: root, depth: 1, isWithin: false });
  const place = lists[which % 3 === 0 ? 0 : which % lists.length] as Place;
  const { list, isWithin } = place;
  const isInside = kind === 'edit' || kind === 'component';
  const at = list.length === 0 ? 0 : nth % (isInside ? Math.min(list.length, EDITED_MAX) : list.length);
  const block = list[at];
  if (kind === 'insert') list.splice(at + (value % 2), 0, newBlock(newId, value, place));
  else if (kind === 'insertShared') insertShared(place, at, value);
  else if (block === undefined) return;
  else if (kind === 'remove') list.splice(at, 1);
  else if (kind === 'move') list.splice(value % list.length, 0, ...list.splice(at, 1));
  else if (kind === 'edit') edit(block.fields, value, isWithin);
  else if (kind === 'component') changeComponent(block, value, isWithin);
  else if (block.type !== 'section') block.type = block.type === 'hero' ? 'quote' : 'hero';
}

/** What an earlier request brought to both sides. */
function insertShared(place: Place, at: number, value: number): void {
  const id = `s${value % 2}`;
  if (place.list.every((other) => other.id !== id)) place.list.splice(at, 0, newBlock(id, value, place));
}

function newBlock(id: string, value: number, { depth, isWithin }: Place): Draft {
  const type = TYPE_NAMES[value % (depth === DEPTH_MAX ? 1 : TYPE_NAMES.length)] as string;
  const block: Draft = { id, type, fields: {} };
  if (type === 'section') block.fields = { items: [], asides: isWithin ? [] : { en: [] } };
  edit(block.fields, value, isWithin);
  return block;
}

function edit(fields: Record<string, unknown>, value: number, isWithin: boolean): void {
  const [next, isPlain] = [VALUES[value % VALUES.length], value % 3 === 0];
  if (isPlain) setOrDelete(fields, 'constructor', next);
  else if (isWithin) setOrDelete(fields, 'title', next);
  else {
    const title = { ...(Object.hasOwn(fields, 'title') ? (fields.title as object) : {}) };
    setOrDelete(title, LOCALES[(value % 5) % LOCALES.length] as string, next);
    setOrDelete(fields, 'title', Object.keys(title).length === 0 ? undefined : title);
  }
}

function changeComponent({ type, fields }: Draft, value: number, isWithin: boolean): void {
  if (type !== 'section') return;
  const seo = { fields: { ...(fields.seo as { fields?: InnerFields } | undefined)?.fields } };
  edit(seo.fields, value, isWithin);
  setOrDelete(fields, 'seo', value % 5 === 0 ? undefined : seo);
}

function setOrDelete(map: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) delete map[key];
  else map[key] = value;
}

interface Place {
  readonly list: Draft[];
  readonly depth: number;
  /** Whether the list belongs to one locale. */
  readonly isWithin: boolean;
}

function listsIn(place: Place): Place[] {
  const { list, isWithin } = place;
  const depth = place.depth + 1;
  const inner = list.flatMap(({ fields }): Place[] => {
    const asides = isWithin ? fields.asides : (fields.asides as { en?: unknown } | undefined)?.en;
    return [
      { list: fields.items as Draft[], depth, isWithin },
      { list: asides as Draft[], depth, isWithin: true },
    ];
  });
  return [place, ...inner.flatMap((one) => (Array.isArray(one.list) ? listsIn(one) : []))];
}
