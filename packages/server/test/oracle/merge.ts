/**
 * A three-way merge by brute force: every type, field, entry, value and asset of all three states is looked at, whether it
 * changed or not. Fields have a `uid`, by which it is known which of them is the same one on all sides.
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
  /** Random, and another one if the type is deleted and made again. */
  made: string;
  name: string;
  /** A uid. */
  display: string | null;
  fields: ShadowField[];
}

/** Values by `<uid> <locale>`. */
export type ShadowValues = Record<string, string | number>;

export interface ShadowEntry {
  /** Random, and another one if the entry is deleted and made again. */
  made: string;
  readonly type: string;
  version: number;
  status: 'draft' | 'published' | 'changed' | 'archived';
  values: ShadowValues;
  published: ShadowValues | null;
  /** What removed fields hold, in the draft and in what is published. */
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
  /** The source, with names of fields that are the same on both sides. */
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
  const base = structuredClone(sides.base);
  const own = {
    target: named(structuredClone(sides.target), base),
    source: named(structuredClone(sides.source), base),
  };
  const [target, source] = [withUnsaid(own.target, base), withUnsaid(own.source, base)];
  const conflicts = new Set<string>();
  const changed = new Set<string>();
  const result: Shadow = structuredClone(own.target);
  const decide = <T>(path: string, b: T, t: T, s: T): T => {
    const take = takes.get(path);
    if (take !== undefined) return take === 'source' ? s : t;
    if (same(s, b) || same(s, t)) return t;
    if (same(t, b)) return s;
    conflicts.add(path);
    return t;
  };

  for (const apiId of keysOf(base.types, target.types, source.types)) {
    const path = `content_types.${apiId}`;
    const [b, t, s] = [base.types[apiId], target.types[apiId], source.types[apiId]];
    const take = takes.get(path);
    if (s === undefined) {
      if (b === undefined || t === undefined || take === 'target') continue;
      if (take === 'source' || sameType(b, t)) delete result.types[apiId];
      else conflicts.add(path);
    } else if (t === undefined) {
      if (take === 'target') continue;
      const wanted = b === undefined || take === 'source';
      if (wanted) result.types[apiId] = structuredClone(s);
      else if (!sameType(b, s)) conflicts.add(path);
    } else mergeFields(apiId, { b: take === 'source' ? t : b, t, s });
    if (take === 'target' && t !== undefined) result.types[apiId] = structuredClone(t);
  }

  function mergeFields(apiId: string, { b, t, s }: { b: ShadowType | undefined; t: ShadowType; s: ShadowType }): void {
    const path = `content_types.${apiId}`;
    const merged: ShadowField[] = [];
    for (const uid of new Set([...t.fields, ...s.fields].map((field) => field.uid))) {
      const [bf, tf, sf] = [b, t, s].map((type) => type?.fields.find((field) => field.uid === uid));
      const at = `${path}.fields.${(tf ?? sf)?.id}`;
      const take = takes.get(at);
      if (tf !== undefined && sf !== undefined) {
        const value = <K extends keyof ShadowField>(key: K) =>
          decide(`${at}.${key}`, bf?.[key], tf[key], sf[key]) as ShadowField[K];
        const field = {
          uid,
          id: value('id'),
          type: tf.type,
          name: value('name'),
          help: value('help'),
          localized: value('localized'),
        };
        // Only a field that became localized on one side differs, so a merge never narrows one.
        merged.push(field);
      } else if (tf !== undefined) {
        const holds = Object.values(own.target.entries).some((entry) =>
          [entry.values, entry.published ?? {}].some(
            (values) => entry.type === apiId && Object.keys(values).some((place) => place.startsWith(`${uid} `)),
          ),
        );
        if (bf === undefined || take === 'target') merged.push(tf);
        else if (take !== 'source' && (holds || !sameField(bf, tf))) {
          conflicts.add(at);
          merged.push(tf);
        }
      } else if (sf !== undefined) {
        if (bf === undefined ? take !== 'target' : take === 'source') merged.push(sf);
        else if (bf !== undefined && !sameField(bf, sf) && take === undefined) conflicts.add(at);
      }
    }
    const renamedBack = new Map<string, string>();
    const isHere = (uid: string) => t.fields.some((field) => field.uid === uid);
    const kept = merged.filter((field) => {
      const rival = merged.find((other) => other.id === field.id && isHere(other.uid) !== isHere(field.uid));
      if (rival === undefined) return true;
      const take = takes.get(`${path}.fields.${field.id}`);
      if (take === undefined) conflicts.add(`${path}.fields.${field.id}`);
      return (take === 'source') !== isHere(field.uid);
    });
    for (const field of kept) {
      const before = t.fields.find(({ uid }) => uid === field.uid);
      const isTaken = kept.some((other) => other.uid !== field.uid && other.id === field.id);
      if (!isTaken || before === undefined || before.id === field.id) continue;
      conflicts.add(`${path}.fields.${before.id}.id`);
      renamedBack.set(field.uid, before.id);
    }
    for (const field of kept) field.id = renamedBack.get(field.uid) ?? field.id;
    const display =
      decide(`${path}.display_field`, b?.display ?? (b === undefined ? undefined : null), t.display, s.display) ?? null;
    for (const field of t.fields) if (!kept.some(({ uid }) => uid === field.uid)) dropField(result, apiId, field.uid);
    result.types[apiId] = {
      made: t.made,
      name: decide(`${path}.name`, b?.name, t.name, s.name) ?? '',
      display: kept.some(({ uid }) => uid === display) ? display : null,
      fields: kept,
    };
  }

  const nextBase: Shadow = {
    types: structuredClone(source.types),
    entries: {},
    assets: structuredClone(source.assets),
  };
  for (const key of keysOf(base.entries, target.entries, source.entries)) {
    const [b, t, s] = [base.entries[key], target.entries[key], source.entries[key]];
    if (s !== undefined) {
      const shown = b?.type === s.type ? b.published : null;
      const there = own.source.entries[key] ?? s;
      nextBase.entries[key] = structuredClone({ ...there, published: publishes ? there.published : shown });
    }
    mergeEntry(key, { b, t, s });
  }

  function mergeEntry(key: string, { b, t, s }: Record<'b' | 't' | 's', Shadow['entries'][string] | undefined>): void {
    const path = `entries.${key}`;
    const take = takes.get(path);
    const type = s === undefined ? undefined : result.types[s.type];
    if (s !== undefined && type === undefined) {
      const typePath = `content_types.${s.type}`;
      if ((b === undefined || !sameEntry(b, s)) && takes.get(typePath) !== 'target') conflicts.add(typePath);
      return;
    }
    if (take === 'target' || (s === undefined && (t === undefined || b === undefined))) return;
    if (s === undefined) {
      if (t !== undefined && b !== undefined && take !== 'source' && !sameEntry(b, t)) conflicts.add(path);
      else {
        delete result.entries[key];
        changed.add(path);
      }
      return;
    }
    if (t !== undefined && t.type !== s.type) {
      if (b === undefined || !sameEntry(b, s)) conflicts.add(path);
      return;
    }
    if (t === undefined && b !== undefined && (sameEntry(b, s) || take !== 'source')) {
      if (!sameEntry(b, s)) conflicts.add(path);
      return;
    }
    const isArchived = (one: typeof s | undefined) => one && one.status === 'archived';
    const archived =
      t === undefined
        ? isArchived(s)
        : decide(`${path}.archived`, isArchived(take === 'source' ? t : b), isArchived(t), isArchived(s));
    const placeOf = (place: string) => {
      const [uid = '', locale = ''] = place.split(' ');
      const field = type?.fields.find((one) => one.uid === uid);
      const owners = [target.types[s.type], source.types[s.type], base.types[s.type]];
      const id = field?.id ?? owners.map((one) => one?.fields.find((other) => other.uid === uid)?.id).find(Boolean);
      const stands = field !== undefined && (field.localized || locale === DEFAULT);
      return { at: `${path}.fields.${id}.${locale}`, stands };
    };
    const known = b?.type === s.type ? b : undefined;
    const released = new Map<string, unknown>();
    const shown = archived === true ? null : publishedAfter();
    const values: ShadowValues = { ...result.entries[key]?.values };
    let edits = 0;
    for (const place of keysOf(known?.values ?? {}, t?.values ?? {}, s.values)) {
      const before = take === 'source' || t === undefined ? t?.values[place] : known?.values[place];
      const [now, there] = [t?.values[place], s.values[place]];
      if (same(now, there)) continue;
      const { at, stands } = placeOf(place);
      if (!stands) {
        if (there !== undefined && !same(there, before) && takes.get(at) !== 'target') conflicts.add(at);
        continue;
      }
      const follows = t?.published != null && same(now, t.published[place]);
      const draft = follows
        ? (released.get(place) as string | number | undefined)
        : same(now, before) && takes.get(at) !== 'target'
          ? there
          : now;
      const value = t === undefined ? there : released.has(place) ? draft : decide(at, before, now, there);
      if (same(value, now)) continue;
      edits += 1;
      if (value === undefined) delete values[place];
      else values[place] = value;
    }
    const isNew = t === undefined;
    const turns = !isNew && archived !== isArchived(t);
    if (!isNew && edits === 0 && !turns && shown === null) return;
    changed.add(path);
    const published = archived ? null : (shown ?? result.entries[key]?.published ?? null);
    const was = result.entries[key]?.hidden ?? { draft: {}, published: {} };
    const hidden = { draft: was.draft, published: t?.published == null ? {} : was.published };
    const isWhole = shown !== null && same(shown, values) && same(hidden.draft, hidden.published);
    const status = archived ? 'archived' : published === null ? 'draft' : isWhole ? 'published' : 'changed';
    result.entries[key] = { made: t?.made ?? unique(), type: s.type, version: 0, status, values, published, hidden };

    /** What is published of the entry; null where the merge publishes nothing of it. */
    function publishedAfter(): ShadowValues | null {
      const [bp, tp, sp] = [known?.published ?? null, t?.published ?? null, s?.published ?? null];
      if (!publishes || s === undefined || sp === null) return null;
      const statusTake = takes.get(`${path}.status`);
      if (statusTake === 'target') return null;
      if (tp === null && bp !== null && statusTake !== 'source' && take !== 'source') {
        if (!same(bp, sp)) conflicts.add(`${path}.status`);
        return null;
      }
      const ancestor = take === 'source' ? tp : bp;
      const after: ShadowValues = { ...result.entries[key]?.published };
      let isChanged = tp === null;
      for (const place of keysOf(ancestor ?? {}, tp ?? {}, sp)) {
        const { at, stands } = placeOf(place);
        const [before, now, there] = [ancestor?.[place], tp?.[place], sp[place]];
        if (!stands) {
          if (there !== undefined && !same(there, before) && takes.get(at) !== 'target') conflicts.add(at);
          continue;
        }
        const raw = own.source.entries[key]?.published?.[place];
        const value = tp === null ? (takes.get(at) === 'target' ? undefined : raw) : decided(at, before, now, there);
        if (!same(there, before) && same(there, s.values[place])) released.set(place, value);
        if (same(value, now)) continue;
        isChanged = true;
        if (value === undefined) delete after[place];
        else after[place] = value;

        /** Where both sides published what was a draft, the draft is the ancestor, unless the source published just that. */
        function decided(...[path, b0, t0, s0]: [string, typeof before, typeof now, typeof there]): typeof now {
          if (ancestor !== null) return decide(path, b0, t0, s0);
          const draft = known?.values[place];
          if (s0 === undefined || !same(s0, draft) || same(t0, draft)) return decide(path, draft, t0, s0);
          if (takes.get(path) === undefined) conflicts.add(path);
          return takes.get(path) === 'source' ? s0 : t0;
        }
      }
      return isChanged ? after : null;
    }
  }

  for (const key of keysOf(base.assets, target.assets, source.assets)) {
    const path = `assets.${key}`;
    const [b, t, s] = [base.assets[key]?.parts, target.assets[key]?.parts, source.assets[key]?.parts];
    const take = takes.get(path);
    if (take === 'target' || (s === undefined && (t === undefined || b === undefined))) continue;
    if (s === undefined) {
      if (take === 'source' || same(b, t)) delete result.assets[key];
      else conflicts.add(path);
    } else if (t === undefined) {
      if (b === undefined || take === 'source') result.assets[key] = { parts: { ...s } };
      else if (!same(b, s)) conflicts.add(path);
    } else {
      const before = take === 'source' ? t : b;
      const parts: Record<string, string> = {};
      for (const part of keysOf(before ?? {}, t, s)) {
        const value = decide(`${path}.${part}`, before?.[part], t[part], s[part]);
        if (value !== undefined) parts[part] = value;
      }
      result.assets[key] = { parts };
    }
    if (!same(result.assets[key]?.parts, t)) changed.add(path);
  }

  for (const apiId of keysOf(target.types, result.types)) {
    const [before, now] = [target.types[apiId], result.types[apiId]];
    const isUsed = now === undefined && Object.values(result.entries).some(({ type }) => type === apiId);
    if (isUsed && before !== undefined) {
      conflicts.add(`content_types.${apiId}`);
      result.types[apiId] = before;
    } else if (before === undefined || now === undefined || !sameType(before, now))
      changed.add(`content_types.${apiId}`);
  }
  return { conflicts, target: adopted(result, source), source: own.source, base: nextBase, changed };
}

/** Types that both sides have now are the same ones, made at once. */
function adopted(result: Shadow, source: Shadow): Shadow {
  for (const [apiId, type] of Object.entries(result.types)) {
    const there = source.types[apiId];
    if (there !== undefined) type.made = there.made;
  }
  return result;
}

/** A side without a field, or with one that is not localized, changes none of its values. */
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

/** Gives fields that the ancestor does not have names that are the same on both sides. */
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
