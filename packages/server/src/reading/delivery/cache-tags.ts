/**
 * What shared caches may know a response by (`Cache-Tag`), so that one call takes back whatever a change can alter:
 * `docs/operations/cdn.md` says which tags belong to which event. Invariant: the tags of a response cover everything it
 * rests on, in no more and no longer tags than the strictest cache takes.
 */
import type { Model } from '../../model/content-types/model.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Basis } from './basis.ts';

/** Content types that are named one by one; a response that rests on more rests on the environment. */
const TYPES_MAX = 40;

/**
 * The tags, with commas between them.
 * @param own public id of the one requested resource, with the environment's own code; null for lists
 */
export function cacheTags(
  spaceId: string,
  model: Model,
  { basis, own }: { readonly basis: Basis; readonly own: string | null },
): string {
  const { ownCode: code } = model;
  const tags = placeTags(spaceId, model);
  if (own !== null) tags.push(own);
  if (basis.restsOnAssets) tags.push(`assets_${code}`);
  if (basis.restsOnAllEntries || basis.restsOnDrafts || basis.types.size > TYPES_MAX) tags.push(`mixed_${code}`);
  else {
    for (const number of basis.types) {
      const type = model.typeByNumber(number);
      if (type !== undefined) tags.push(resourceId('content_type', code, type.apiId));
    }
  }
  return tags.join(',');
}

/** The tags of a response that rests on the model of its environment alone. */
export function modelTags(spaceId: string, model: Model): string {
  return placeTags(spaceId, model).join(',');
}

/** Events name the environment itself; what an alias shows is also to be taken back when it is pointed elsewhere. */
function placeTags(spaceId: string, { code, ownCode }: Model): string[] {
  const tags = [spaceId, `environment_${ownCode}`];
  if (code !== ownCode) tags.push(`environment_${code}`);
  return tags;
}
