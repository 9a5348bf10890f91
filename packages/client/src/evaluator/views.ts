/**
 * What is shown of entries and of what they link to: `select` names the parts of an entry, and of the targets of its links, `follow`
 * the paths of fields along which links are resolved. What is reached in several ways is shown once, with all that was asked for.
 */

/** Names that mean attributes where nothing stands in front of them. */
export const ATTRIBUTES = ['id', 'content_type', 'slug', 'fields', 'published_at', 'status'];
const FIELDS = 'fields';
export const FIELD_PREFIX = `${FIELDS}.`;

/** What is named of an entry: `slug`, `title`, `fields.title`, and `author.name` of what a link leads to; null for all. */
export type Selected = readonly string[] | null;

/** The paths of fields that are followed from an entry; null for all links. */
export type Followed = readonly (readonly string[])[] | null;

/** A field by the id that it has, and those that it had. */
export interface Named {
  readonly id: string;
  readonly former_ids?: readonly string[];
}

/** A link as it stands in an entry. */
export interface PlacedLink {
  /** `entry:<key>` or `asset:<key>`. */
  readonly link: string;
  /** The field of the entry; if that has components, then the field in the component, and so on. */
  readonly place: readonly Named[];
}

/** What was asked for at an entry. */
interface Branch {
  readonly select: Selected;
  readonly follow: Followed;
}

/** How far links are followed. */
export interface Walk extends Branch {
  readonly depth: number;
  /** The links of an entry that is shown; none of what is not. */
  linksOf(link: string): Iterable<PlacedLink>;
}

/** Whether an attribute is shown. */
export function shows(attribute: string, select: Selected): boolean {
  if (select === null || select.includes(attribute)) return true;
  return attribute === FIELDS && select.some((name) => !ATTRIBUTES.includes(name));
}

/** The fields that are shown. */
export function selectedFields<F extends Named>(fields: readonly F[], select: Selected): readonly F[] {
  if (select === null || select.includes(FIELDS)) return fields;
  const heads = new Set(pathsIn(select).map(([head]) => head));
  return fields.filter((field) => idsOf(field).some((id) => heads.has(id)));
}

/**
 * Follows the links of items, breadth first.
 * @param items as `entry:<key>`
 * @returns by link, the items first: what is asked of each, by every way that leads to it
 */
export function walked(items: readonly string[], walk: Walk): Map<string, Selected[]> {
  const { depth, select, follow } = walk;
  const found = new Map<string, Selected[]>(items.map((item) => [item, [select]]));
  const isAlong = isAlongPaths(walk);
  const seen = new Set<string>();
  let level = items.map((item) => [item, { select, follow }] as const);
  for (let left = depth; left > 0 && level.length > 0; left--) {
    const next: (readonly [string, Branch])[] = [];
    for (const [from, branch] of level)
      for (const { link, place } of walk.linksOf(from)) {
        // Without paths, items are shown as they were asked for.
        const behind = !isAlong && items.includes(link) ? null : branchBehind(branch, place);
        const step = `${link} ${JSON.stringify(behind)}`;
        if (behind === null || seen.has(step)) continue;
        seen.add(step);
        found.set(link, [...(found.get(link) ?? []), behind.select]);
        next.push([link, behind]);
      }
    level = next;
  }
  return found;
}

/** Two views of one entry in one. */
export function together<T extends { readonly fields?: object }>(one: T, other: T): T {
  return { ...one, ...other, ...(one.fields || other.fields ? { fields: { ...one.fields, ...other.fields } } : {}) };
}

/** What was asked for behind a link; null where it is not followed, or not selected. */
function branchBehind({ select, follow }: Branch, place: readonly Named[]): Branch | null {
  const [first] = place;
  if (first === undefined || selectedFields([first], select).length === 0 || !shows(FIELDS, select)) return null;
  let [selected, followed] = [select, follow];
  for (const [depth, field] of place.entries()) {
    followed = followed && followedBehind(followed, field, depth > 0);
    selected = selectedBehind(selected, field);
    if (followed?.length === 0) return null;
  }
  return { select: selected, follow: followed };
}

/** A path that ends at a field with components means all links in them. @param isInside whether the field is one of a component */
function followedBehind(follow: NonNullable<Followed>, field: Named, isInside: boolean): NonNullable<Followed> {
  const ids = idsOf(field);
  return follow.flatMap((path) => {
    const [head, ...rest] = path;
    if (head === undefined) return isInside ? [path] : [];
    return ids.includes(head) ? [rest] : [];
  });
}

/** A field that is named by itself is whole, with all that it leads to; so is one of which nothing is named. */
function selectedBehind(select: Selected, field: Named): Selected {
  const ids = idsOf(field);
  const rests = pathsIn(select ?? []).flatMap(([head = '', ...rest]) => (ids.includes(head) ? [rest.join('.')] : []));
  return rests.length === 0 || rests.includes('') ? null : rests;
}

/** Whether links are followed along paths, or something of their targets is selected that is not selected whole. */
function isAlongPaths({ follow, select }: Branch): boolean {
  const heads = new Set(pathsIn(select ?? []).map(([head = '']) => head));
  return follow !== null || [...heads].some((id) => selectedBehind(select, { id }) !== null);
}

/** The names that are no attributes, as paths. */
function pathsIn(names: readonly string[]): string[][] {
  return names
    .filter((name) => !ATTRIBUTES.includes(name))
    .map((name) => (name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name).split('.'));
}

/** The ids that lead to a field. */
export function idsOf({ id, former_ids: former = [] }: Named): readonly string[] {
  return [id, ...former];
}
