/**
 * A three-way merge by brute force: it looks at every type, field, entry, value and asset of all three states, whether it changed
 * or not. Fields have a `uid` that identifies the same field on all sides.
 */

export const LOCALES = ['en-US', 'de', 'fr'] as const;

export interface ShadowField {
  uid: string;
  id: string;
  readonly type: 'string' | 'integer';
  name: string;
  help: string;
  localized: boolean;
}

export interface ShadowType {
  /** Random, and different if the type is deleted and created again. */
  made: string;
  name: string;
  /** A uid. */
  display: string | null;
  fields: ShadowField[];
}

/** Values by `<uid> <locale>`. */
export type ShadowValues = Record<string, string | number>;

export interface ShadowEntry {
  /** Random, and different if the entry is deleted and created again. */
  made: string;
  readonly type: string;
  version: number;
  status: 'draft' | 'published' | 'changed' | 'archived';
  values: ShadowValues;
  published: ShadowValues | null;
  /** Values of removed fields, in the draft and in the published state. */
  hidden: { draft: ShadowValues; published: ShadowValues };
}

export interface ShadowAsset {
  /** Texts by `<name>.<locale>`, `tags` and `file`. */
  parts: Record<string, string>;
}

export interface Shadow {
  types: Record<string, ShadowType>;
  entries: Record<string, ShadowEntry>;
  assets: Record<string, ShadowAsset>;
}

export type Takes = ReadonlyMap<string, 'source' | 'target'>;

export interface Merged {
  /** Paths that need a decision. */
  readonly conflicts: Set<string>;
  /** The target after the merge. */
  readonly target: Shadow;
  /** The source, with field names that are the same on both sides. */
  readonly source: Shadow;
  /** The ancestor after the merge. */
  readonly base: Shadow;
  /** What changes in the target: `content_types.one`, `entries.k1`, `assets.a2`. */
  readonly changed: Set<string>;
}

interface Sides {
  readonly base: Shadow;
  readonly target: Shadow;
  readonly source: Shadow;
}

const [DEFAULT] = LOCALES;
let made = 0;

/** @param takes resolutions by path */
export function mergeByForce(sides: Sides, takes: Takes, publishes: boolean): Merged {
  return new Forced(sides, takes, publishes).merged();
}

/** One item on the three sides. */
interface ThreeWay<T> {
  readonly b: T | undefined;
  readonly t: T | undefined;
  readonly s: T | undefined;
}

/** One entry that both sides have, or that is new in the target. */
interface MergedEntry extends ThreeWay<ShadowEntry> {
  readonly key: string;
  readonly path: string;
  readonly s: ShadowEntry;
  /** The ancestor's, if it is of the same type. */
  readonly known: ShadowEntry | undefined;
  /** By place, the published value after the merge, where the source has published its draft value since. */
  readonly released: Map<string, unknown>;
}

class Forced {
  readonly #takes: Takes;
  readonly #publishes: boolean;
  readonly #base: Shadow;
  readonly #own: { readonly target: Shadow; readonly source: Shadow };
  readonly #target: Shadow;
  readonly #source: Shadow;
  readonly #result: Shadow;
  readonly #conflicts = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(sides: Sides, takes: Takes, publishes: boolean) {
    this.#takes = takes;
    this.#publishes = publishes;
    this.#base = structuredClone(sides.base);
    this.#own = {
      target: named(structuredClone(sides.target), this.#base),
      source: named(structuredClone(sides.source), this.#base),
    };
    this.#target = withUnsaid(this.#own.target, this.#base);
    this.#source = withUnsaid(this.#own.source, this.#base);
    this.#result = structuredClone(this.#own.target);
  }

  merged(): Merged {
    const [base, target, source] = [this.#base, this.#target, this.#source];
    const three = <K extends keyof Shadow>(kind: K, key: string): ThreeWay<Shadow[K][string]> => {
      const [b, t, s] = [base, target, source].map((side) => side[kind][key] as Shadow[K][string] | undefined);
      return { b, t, s };
    };
    for (const apiId of keysOf(base.types, target.types, source.types)) this.#mergeType(apiId, three('types', apiId));
    for (const key of keysOf(base.entries, target.entries, source.entries))
      this.#mergeEntry(key, three('entries', key));
    for (const key of keysOf(base.assets, target.assets, source.assets)) this.#mergeAsset(key, three('assets', key));
    this.#keepUsedTypes();
    return {
      conflicts: this.#conflicts,
      target: adopted(this.#result, source),
      source: this.#own.source,
      base: this.#nextBase(),
      changed: this.#changed,
    };
  }

  /** The rule of three-way merging; a resolution always wins. */
  #decide<T>(path: string, b: T, t: T, s: T): T {
    const take = this.#takes.get(path);
    if (take !== undefined) return take === 'source' ? s : t;
    if (same(s, b) || same(s, t)) return t;
    if (same(t, b)) return s;
    this.#conflicts.add(path);
    return t;
  }

  #mergeType(apiId: string, { b, t, s }: ThreeWay<ShadowType>): void {
    const path = `content_types.${apiId}`;
    const take = this.#takes.get(path);
    if (take === 'target') return;
    if (s === undefined) {
      if (b === undefined || t === undefined) return;
      if (take === 'source' || sameType(b, t)) delete this.#result.types[apiId];
      else this.#conflicts.add(path);
    } else if (t === undefined) {
      if (b === undefined || take === 'source') this.#result.types[apiId] = structuredClone(s);
      else if (!sameType(b, s)) this.#conflicts.add(path);
    } else this.#mergeFields(apiId, { b: take === 'source' ? t : b, t, s });
  }

  #mergeFields(apiId: string, { b, t, s }: { b: ShadowType | undefined; t: ShadowType; s: ShadowType }): void {
    const path = `content_types.${apiId}`;
    const uids = new Set([...t.fields, ...s.fields].map((field) => field.uid));
    const merged = [...uids].flatMap((uid) => {
      const [bf, tf, sf] = [b, t, s].map((type) => type?.fields.find((field) => field.uid === uid));
      return this.#mergedField(apiId, { b: bf, t: tf, s: sf }) ?? [];
    });
    const kept = this.#withOwnIds(path, merged, t);
    const display =
      this.#decide(`${path}.display_field`, b?.display ?? (b === undefined ? undefined : null), t.display, s.display) ??
      null;
    for (const { uid } of t.fields) if (!kept.some((field) => field.uid === uid)) dropField(this.#result, apiId, uid);
    this.#result.types[apiId] = {
      made: t.made,
      name: this.#decide(`${path}.name`, b?.name, t.name, s.name) ?? '',
      display: kept.some(({ uid }) => uid === display) ? display : null,
      fields: kept,
    };
  }

  /** The field after the merge; undefined if it is removed. */
  #mergedField(apiId: string, { b, t, s }: ThreeWay<ShadowField>): ShadowField | undefined {
    const at = `content_types.${apiId}.fields.${(t ?? s)?.id}`;
    const take = this.#takes.get(at);
    if (t !== undefined && s !== undefined) {
      const value = <K extends keyof ShadowField>(key: K) =>
        this.#decide(`${at}.${key}`, b?.[key], t[key], s[key]) as ShadowField[K];
      const texts = { id: value('id'), name: value('name'), help: value('help') };
      // Only a field that became localized on one side differs, so a merge never makes a localized field shared.
      return { uid: t.uid, type: t.type, ...texts, localized: value('localized') };
    }
    if (t !== undefined) {
      if (b === undefined || take === 'target') return t;
      if (take === 'source' || (!this.#holds(apiId, t.uid) && sameField(b, t))) return undefined;
      this.#conflicts.add(at);
      return t;
    }
    if (b === undefined) return take === 'target' ? undefined : s;
    if (take === undefined && s !== undefined && !sameField(b, s)) this.#conflicts.add(at);
    return take === 'source' ? s : undefined;
  }

  /** Whether an entry of the target has a value in the field. */
  #holds(apiId: string, uid: string): boolean {
    const isIn = (values: ShadowValues | null) =>
      Object.keys(values ?? {}).some((place) => place.startsWith(`${uid} `));
    return Object.values(this.#own.target.entries).some(
      ({ type, values, published }) => type === apiId && (isIn(values) || isIn(published)),
    );
  }

  /** If two fields have the same id, one is removed or keeps its id in the target. */
  #withOwnIds(path: string, merged: readonly ShadowField[], t: ShadowType): ShadowField[] {
    const isHere = (uid: string) => t.fields.some((field) => field.uid === uid);
    const kept = merged.filter((field) => {
      const rival = merged.find((other) => other.id === field.id && isHere(other.uid) !== isHere(field.uid));
      if (rival === undefined) return true;
      const take = this.#takes.get(`${path}.fields.${field.id}`);
      if (take === undefined) this.#conflicts.add(`${path}.fields.${field.id}`);
      return (take === 'source') !== isHere(field.uid);
    });
    const renamedBack = new Map<string, string>();
    for (const { uid, id } of kept) {
      const before = t.fields.find((field) => field.uid === uid);
      const isTaken = kept.some((other) => other.uid !== uid && other.id === id);
      if (!isTaken || before === undefined || before.id === id) continue;
      this.#conflicts.add(`${path}.fields.${before.id}.id`);
      renamedBack.set(uid, before.id);
    }
    for (const field of kept) field.id = renamedBack.get(field.uid) ?? field.id;
    return kept;
  }

  #mergeEntry(key: string, { b, t, s }: ThreeWay<ShadowEntry>): void {
    const path = `entries.${key}`;
    const take = this.#takes.get(path);
    if (s !== undefined && this.#result.types[s.type] === undefined) {
      const typePath = `content_types.${s.type}`;
      if ((b === undefined || !sameEntry(b, s)) && this.#takes.get(typePath) !== 'target')
        this.#conflicts.add(typePath);
    } else if (take === 'target' || (s === undefined && (t === undefined || b === undefined))) return;
    else if (s === undefined) {
      if (t !== undefined && b !== undefined && take !== 'source' && !sameEntry(b, t)) this.#conflicts.add(path);
      else {
        delete this.#result.entries[key];
        this.#changed.add(path);
      }
    } else if (t !== undefined && t.type !== s.type) {
      if (b === undefined || !sameEntry(b, s)) this.#conflicts.add(path);
    } else if (t === undefined && b !== undefined && (sameEntry(b, s) || take !== 'source')) {
      if (!sameEntry(b, s)) this.#conflicts.add(path);
    } else this.#mergeValues({ key, path, b, t, s, known: b?.type === s.type ? b : undefined, released: new Map() });
  }

  #mergeValues(entry: MergedEntry): void {
    const { key, path, b, t, s } = entry;
    const before = this.#takes.get(path) === 'source' ? t : b;
    const archived =
      t === undefined
        ? isArchived(s)
        : this.#decide(`${path}.archived`, isArchived(before), isArchived(t), isArchived(s)) === true;
    const shown = archived ? null : this.#publishedAfter(entry);
    const { values, edits } = this.#draftAfter(entry);
    const turns = t !== undefined && archived !== isArchived(t);
    if (t !== undefined && edits === 0 && !turns && shown === null) return;
    this.#changed.add(path);
    const standing = this.#result.entries[key];
    const published = archived ? null : (shown ?? standing?.published ?? null);
    const was = standing?.hidden ?? { draft: {}, published: {} };
    const hidden = { draft: was.draft, published: t?.published == null ? {} : was.published };
    const isWhole = shown !== null && same(shown, values) && same(hidden.draft, hidden.published);
    const status = archived ? 'archived' : published === null ? 'draft' : isWhole ? 'published' : 'changed';
    const made = t?.made ?? unique();
    this.#result.entries[key] = { made, type: s.type, version: 0, status, values, published, hidden };
  }

  /** The path of a place, and whether the merged type has it. */
  #placeOf({ path, s }: MergedEntry, place: string): { at: string; stands: boolean } {
    const [uid = '', locale = ''] = place.split(' ');
    const field = this.#result.types[s.type]?.fields.find((one) => one.uid === uid);
    const owners = [this.#target, this.#source, this.#base].map(({ types }) => types[s.type]);
    const id = field?.id ?? owners.map((one) => one?.fields.find((other) => other.uid === uid)?.id).find(Boolean);
    return {
      at: `${path}.fields.${id}.${locale}`,
      stands: field !== undefined && (field.localized || locale === DEFAULT),
    };
  }

  /** Reports a change of the source for which the merged type has no place. */
  #addMissingPlaceConflict(at: string, there: unknown, before: unknown): void {
    if (there !== undefined && !same(there, before) && this.#takes.get(at) !== 'target') this.#conflicts.add(at);
  }

  #draftAfter(entry: MergedEntry): { values: ShadowValues; edits: number } {
    const { key, path, t, s, known, released } = entry;
    const values: ShadowValues = { ...this.#result.entries[key]?.values };
    let edits = 0;
    for (const place of keysOf(known?.values ?? {}, t?.values ?? {}, s.values)) {
      const isTaken = this.#takes.get(path) === 'source' || t === undefined;
      const before = isTaken ? t?.values[place] : known?.values[place];
      const [now, there] = [t?.values[place], s.values[place]];
      if (same(now, there)) continue;
      const { at, stands } = this.#placeOf(entry, place);
      if (!stands) {
        this.#addMissingPlaceConflict(at, there, before);
        continue;
      }
      const follows = t?.published != null && same(now, t.published[place]);
      const isFree = same(now, before) && this.#takes.get(at) !== 'target';
      const draft = follows ? (released.get(place) as string | number | undefined) : isFree ? there : now;
      const value = t === undefined ? there : released.has(place) ? draft : this.#decide(at, before, now, there);
      if (same(value, now)) continue;
      edits += 1;
      set(values, place, value);
    }
    return { values, edits };
  }

  /** The published state of the entry; null if the merge publishes nothing of it. */
  #publishedAfter(entry: MergedEntry): ShadowValues | null {
    const { key, path, t, s, known, released } = entry;
    const [bp, tp, sp] = [known?.published ?? null, t?.published ?? null, s.published];
    const [take, statusTake] = [this.#takes.get(path), this.#takes.get(`${path}.status`)];
    if (!this.#publishes || sp === null || statusTake === 'target') return null;
    if (tp === null && bp !== null && statusTake !== 'source' && take !== 'source') {
      if (!same(bp, sp)) this.#conflicts.add(`${path}.status`);
      return null;
    }
    const ancestor = take === 'source' ? tp : bp;
    const after: ShadowValues = { ...this.#result.entries[key]?.published };
    let isChanged = tp === null;
    for (const place of keysOf(ancestor ?? {}, tp ?? {}, sp)) {
      const { at, stands } = this.#placeOf(entry, place);
      const [before, now, there] = [ancestor?.[place], tp?.[place], sp[place]];
      if (!stands) {
        this.#addMissingPlaceConflict(at, there, before);
        continue;
      }
      const raw = this.#own.source.entries[key]?.published?.[place];
      const alone = this.#takes.get(at) === 'target' ? undefined : raw;
      const draft = known?.values[place];
      const both = () =>
        ancestor === null ? this.#firstPublished(at, draft, now, there) : this.#decide(at, before, now, there);
      const value = tp === null ? alone : both();
      if (!same(there, before) && same(there, s.values[place])) released.set(place, value);
      if (same(value, now)) continue;
      isChanged = true;
      set(after, place, value);
    }
    return isChanged ? after : null;
  }

  /** If both sides published what was a draft, the draft is the ancestor, unless the source published exactly that. */
  #firstPublished<T>(path: string, draft: T, t: T, s: T): T {
    if (s === undefined || !same(s, draft) || same(t, draft)) return this.#decide(path, draft, t, s);
    if (this.#takes.get(path) === undefined) this.#conflicts.add(path);
    return this.#takes.get(path) === 'source' ? s : t;
  }

  #mergeAsset(key: string, three: ThreeWay<ShadowAsset>): void {
    const path = `assets.${key}`;
    const [b, t, s] = [three.b?.parts, three.t?.parts, three.s?.parts];
    const take = this.#takes.get(path);
    if (take === 'target' || (s === undefined && (t === undefined || b === undefined))) return;
    if (s === undefined) {
      if (take === 'source' || same(b, t)) delete this.#result.assets[key];
      else this.#conflicts.add(path);
    } else if (t === undefined) {
      if (b === undefined || take === 'source') this.#result.assets[key] = { parts: { ...s } };
      else if (!same(b, s)) this.#conflicts.add(path);
    } else {
      const before = take === 'source' ? t : b;
      const parts: Record<string, string> = {};
      for (const part of keysOf(before ?? {}, t, s))
        set(parts, part, this.#decide(`${path}.${part}`, before?.[part], t[part], s[part]));
      this.#result.assets[key] = { parts };
    }
    if (!same(this.#result.assets[key]?.parts, t)) this.#changed.add(path);
  }

  /** Keeps types that entries of the target still use. */
  #keepUsedTypes(): void {
    for (const apiId of keysOf(this.#target.types, this.#result.types)) {
      const [before, now] = [this.#target.types[apiId], this.#result.types[apiId]];
      const isUsed = now === undefined && Object.values(this.#result.entries).some(({ type }) => type === apiId);
      if (isUsed && before !== undefined) {
        this.#conflicts.add(`content_types.${apiId}`);
        this.#result.types[apiId] = before;
      } else if (before === undefined || now === undefined || !sameType(before, now))
        this.#changed.add(`content_types.${apiId}`);
    }
  }

  /** The common ancestor from now on: the source, with its published states. */
  #nextBase(): Shadow {
    const source = this.#source;
    const entries = Object.entries(source.entries).map(([key, entry]) => {
      const b = this.#base.entries[key];
      const there = this.#own.source.entries[key] ?? entry;
      const shown = b?.type === entry.type ? b.published : null;
      return [key, { ...there, published: this.#publishes ? there.published : shown }] as const;
    });
    return structuredClone({ types: source.types, entries: Object.fromEntries(entries), assets: source.assets });
  }
}

function isArchived(entry: ShadowEntry | undefined): boolean | undefined {
  return entry && entry.status === 'archived';
}

function set<T>(values: Record<string, T>, name: string, value: T | undefined): void {
  if (value === undefined) delete values[name];
  else values[name] = value;
}

/** Types that both sides now have count as the same, as if created together. */
function adopted(result: Shadow, source: Shadow): Shadow {
  for (const [apiId, type] of Object.entries(result.types)) {
    const there = source.types[apiId];
    if (there !== undefined) type.made = there.made;
  }
  return result;
}

/** A side that lacks a field, or has it without localization, changes none of its values. */
function withUnsaid(side: Shadow, base: Shadow): Shadow {
  const filled = structuredClone(side);
  for (const [key, entry] of Object.entries(filled.entries)) {
    const before = base.entries[key];
    if (before === undefined || before.type !== entry.type) continue;
    for (const [place, value] of Object.entries(before.values)) {
      const [uid, locale] = place.split(' ');
      const field = filled.types[entry.type]?.fields.find((one) => one.uid === uid);
      if (field === undefined || !(field.localized || locale === DEFAULT)) entry.values[place] = value;
    }
    if (entry.published !== null)
      for (const [place, value] of Object.entries(before.published ?? {})) {
        const [uid, locale] = place.split(' ');
        const field = filled.types[entry.type]?.fields.find((one) => one.uid === uid);
        if (field === undefined || !(field.localized || locale === DEFAULT)) entry.published[place] = value;
      }
  }
  return filled;
}

/** Gives fields that the ancestor lacks names that are the same on both sides. */
function named(side: Shadow, base: Shadow): Shadow {
  for (const [apiId, type] of Object.entries(side.types)) {
    const old = base.types[apiId];
    const isAgain = old !== undefined && old.made !== type.made;
    for (const field of type.fields) {
      const known = isAgain
        ? old.fields.find(({ id, type: kind }) => id === field.id && kind === field.type)
        : old?.fields.find(({ uid }) => uid === field.uid);
      rename(side, apiId, { from: field.uid, to: known?.uid ?? `n:${apiId}:${field.id}:${field.type}` });
    }
  }
  return side;
}

function rename(side: Shadow, apiId: string, { from, to }: { from: string; to: string }): void {
  const type = side.types[apiId];
  for (const field of type?.fields ?? []) if (field.uid === from) field.uid = to;
  if (type?.display === from) type.display = to;
  const moved = (values: ShadowValues): ShadowValues =>
    Object.fromEntries(
      Object.entries(values).map(([place, value]) => [
        place.startsWith(`${from} `) ? `${to} ${place.split(' ')[1]}` : place,
        value,
      ]),
    );
  for (const entry of Object.values(side.entries).filter((one) => one.type === apiId)) {
    entry.values = moved(entry.values);
    entry.published = entry.published && moved(entry.published);
  }
}

function keysOf(...all: readonly object[]): string[] {
  return [...new Set(all.flatMap((one) => Object.keys(one)))].sort();
}

function same(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sameEntry(one: Shadow['entries'][string], other: Shadow['entries'][string]): boolean {
  const isArchived = ({ status }: typeof one) => status === 'archived';
  return one.type === other.type && isArchived(one) === isArchived(other) && same(one.values, other.values);
}

function sameField(one: ShadowField, other: ShadowField): boolean {
  return same(one, other);
}

function sameType(one: ShadowType, other: ShadowType): boolean {
  const facts = ({ name, display, fields }: ShadowType) => [name, display, fields.map((field) => sorted(field))];
  return same(facts(one), facts(other));
}

/** Removes a field of a type with all its values. */
export function dropField(shadow: Shadow, apiId: string, uid: string): void {
  const type = shadow.types[apiId];
  if (type === undefined) return;
  type.fields = type.fields.filter((field) => field.uid !== uid);
  if (type.display === uid) type.display = null;
  for (const { values, published, hidden } of Object.values(shadow.entries).filter((one) => one.type === apiId)) {
    hide(values, hidden.draft, uid);
    hide(published ?? {}, hidden.published, uid);
  }
}

function hide(values: ShadowValues, hidden: ShadowValues, uid: string): void {
  for (const [place, value] of Object.entries(values)) {
    if (!place.startsWith(`${uid} `)) continue;
    hidden[place] = value;
    delete values[place];
  }
}

export function unique(): string {
  made += 1;
  return `u${made}`;
}
