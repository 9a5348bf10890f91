/**
 * Resolves links along the branches of a query, breadth first: only those that are followed, each entry with what the paths to it ask
 * for together, items too. As without branches, each resource comes once, and there is one fetch a level for entries and one for all
 * assets; what a later path asks for beyond an earlier one is fetched with its level.
 */
import type { ResponseSize } from '../../platform/http/response-size.ts';
import { type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { Branch, Branches } from '../query-string/branches.ts';
import { type Selection, united } from '../query-string/selection.ts';
import type { LinkTargets } from './includes.ts';
import { lengthOf, type Piece } from './response-text.ts';
import type { Fragment } from './stored-fragment.ts';

/** What is shown of an entry. */
export interface WantedView {
  /** Null for whole entries. */
  readonly selection: Selection | null;
  /** Whether it is that of several branches together. */
  readonly isMixed: boolean;
}

/** Where linked resources are read from, in views with places; all of it at one state of the content. */
export interface BranchTargets extends Pick<LinkTargets, 'assets'> {
  /** The entries with those keys that can be seen, in this order; undefined where one moved while it was read. */
  entries(wanted: ReadonlyMap<string, WantedView>): MaybePromise<readonly Fragment[] | undefined>;
}

/** The items, with what paths to them ask for, and what their links lead to. */
export interface BranchedIncludes {
  readonly items: readonly Fragment[];
  readonly entries: readonly Fragment[];
  readonly assets: readonly Piece[];
}

/** What is known of an entry. */
interface Known {
  readonly branches: Set<Branch>;
  view: WantedView;
  /** Undefined until it is read, and for what cannot be seen. */
  fragment: Fragment | undefined;
}

/** The entries that a level of links reached, by key, with the branches that they had not been reached on. */
type Level = ReadonlyMap<string, readonly Branch[]>;

/**
 * Resolves the links of items.
 * @param depth how many links deep
 * @returns undefined where an entry moved while it was read
 * @throws `validation_failed` where the response grows too large
 */
export function* resolveBranches(
  items: readonly Fragment[],
  { branches, depth, targets, size }: { branches: Branches; depth: number; targets: BranchTargets; size: ResponseSize },
): Steps<BranchedIncludes | undefined> {
  const { root } = branches;
  const known = new Map<string, Known>();
  for (const fragment of items)
    known.set(fragment.key, {
      branches: new Set([root]),
      view: { selection: root.selection, isMixed: false },
      fragment,
    });
  const assetKeys = new Set<string>();
  let level: Level = new Map(items.map(({ key }) => [key, [root]]));
  for (let left = depth; left > 0 && level.size > 0; left--) {
    level = linkedFrom(level, { known, branches, assetKeys });
    const wanted = wantedOf(level, known);
    const found = wanted.size === 0 ? [] : yield* settled(targets.entries(wanted));
    if (found === undefined) return undefined;
    for (const fragment of found) {
      const one = known.get(fragment.key);
      if (one === undefined) continue;
      size.add(lengthOf([fragment]) - (one.fragment === undefined ? 0 : lengthOf([one.fragment])));
      one.fragment = fragment;
    }
  }
  const assets = assetKeys.size === 0 ? [] : yield* settled(targets.assets([...assetKeys]));
  size.add(lengthOf(assets));
  const fragments = [...known.values()].map(({ fragment }) => fragment);
  const entries = fragments.slice(items.length).filter((fragment) => fragment !== undefined);
  return { items: fragments.slice(0, items.length) as Fragment[], entries, assets };
}

/** What the entries of a level link to along their branches. */
function linkedFrom(
  level: Level,
  { known, branches, assetKeys }: { known: Map<string, Known>; branches: Branches; assetKeys: Set<string> },
): Level {
  const next = new Map<string, Branch[]>();
  for (const [from, reached] of level) {
    const fragment = known.get(from)?.fragment;
    if (fragment === undefined) continue;
    const { contentType, entryLinks, assetLinks } = fragment;
    for (const branch of reached) {
      for (const [place, key] of assetLinks.map(placed))
        if (branches.behind(branch, contentType, place) !== null) assetKeys.add(key);
      for (const [place, key] of entryLinks.map(placed)) {
        const behind = branches.behind(branch, contentType, place);
        if (behind === null || !reachedOn(behind, key, known)) continue;
        const others = next.get(key);
        if (others === undefined) next.set(key, [behind]);
        else others.push(behind);
      }
    }
  }
  return next;
}

/** Notes that an entry was reached. @returns whether it had not been on this branch */
function reachedOn(branch: Branch, key: string, known: Map<string, Known>): boolean {
  const one = known.get(key);
  if (one === undefined) {
    const view = { selection: branch.selection, isMixed: false };
    known.set(key, { branches: new Set([branch]), view, fragment: undefined });
    return true;
  }
  if (one.branches.has(branch)) return false;
  one.branches.add(branch);
  return true;
}

/** How the entries of a level are read that were not, or that a branch asks more of. */
function wantedOf(level: Level, known: ReadonlyMap<string, Known>): Map<string, WantedView> {
  const wanted = new Map<string, WantedView>();
  for (const [key, reached] of level) {
    const one = known.get(key);
    if (one === undefined) continue;
    const selection = reached.reduce(
      (all: Selection | null, branch) => united(all, branch.selection),
      one.view.selection,
    );
    if (selection?.code !== one.view.selection?.code) one.view = { selection, isMixed: selection !== null };
    else if (one.fragment !== undefined) continue;
    wanted.set(key, one.view);
  }
  return wanted;
}

/** The place and the key in a link of a view with places. */
function placed(link: string): readonly [place: string, key: string] {
  const at = link.indexOf(' ');
  return [link.slice(0, at), link.slice(at + 1)];
}
