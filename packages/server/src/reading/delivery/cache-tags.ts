/**
 * What shared caches may know a response by (`Cache-Tag`), so that one call takes back whatever a change can alter:
 * `docs/operations/cdn.md` says which tags belong to which event. Invariant: the tags of a response cover everything it
 * rests on, in no more and no longer tags than the strictest cache takes.
 */
import { assetsTag, environmentTag, mixedTag, TYPES_NAMED_MAX, typeTag } from '../../../../contract/src/cache-tags.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Basis } from './basis.ts';
import type { ListScope, NamedResources } from './named-resources.ts';

/** What the tags of a response are made from. */
export interface TaggedResponse {
  readonly basis: Basis;
  readonly named: NamedResources;
  /** Public id of the one requested resource, with the environment's own code; null for lists. */
  readonly own: string | null;
}

/** The tags, with commas between them. */
export function cacheTags(spaceId: string, model: Model, { basis, named, own }: TaggedResponse): string {
  const { ownCode: code } = model;
  const tags = placeTags(spaceId, model);
  const names = named.names(code);
  if (names === null) {
    if (own !== null) tags.push(own);
    tags.push(...broadTags(basis, model));
  } else {
    const scope = names.incomplete.has('entry') ? 'entries' : named.scope;
    tags.push(...names.ids, ...scopeTags(scope, model));
    if (names.incomplete.has('asset') || named.restsOnAllAssets) tags.push(assetsTag(code));
  }
  return tags.join(',');
}

/** The tags of a response that rests on the model of its environment alone, or on all its entries too. */
export function modelTags(spaceId: string, model: Model, withEvidence = false): string {
  return [...placeTags(spaceId, model), ...(withEvidence ? [mixedTag(model.ownCode)] : [])].join(',');
}

/** Events name the environment itself; what an alias shows is also to be taken back when it is pointed elsewhere. */
function placeTags(spaceId: string, { code, ownCode }: Model): string[] {
  const tags = [spaceId, environmentTag(ownCode)];
  if (code !== ownCode) tags.push(environmentTag(code));
  return tags;
}

function scopeTags(scope: ListScope, model: Model): readonly string[] {
  if (scope === null) return [];
  if (scope === 'assets') return [assetsTag(model.ownCode)];
  return scope === 'entries' ? [mixedTag(model.ownCode)] : typeTags([scope], model);
}

/** Instead of the names of too many resources. */
function broadTags({ types, restsOnAssets, restsOnAllEntries, restsOnDrafts }: Basis, model: Model): readonly string[] {
  const ofAssets = restsOnAssets ? [assetsTag(model.ownCode)] : [];
  const isMixed = restsOnAllEntries || restsOnDrafts || types.size > TYPES_NAMED_MAX;
  return [...ofAssets, ...(isMixed ? [mixedTag(model.ownCode)] : typeTags(types, model))];
}

function typeTags(numbers: Iterable<number>, model: Model): readonly string[] {
  return [...numbers].flatMap((number) => {
    const type = model.typeByNumber(number);
    return type === undefined ? [] : [typeTag(model.ownCode, type.apiId)];
  });
}
