/** Has a release go out: what it was made for is published, or a proposal applied to the drafts. */
import { api, bodyOf } from '../../api/client.ts';
import type { Release } from '../../api/types.ts';

/** @param body the version that the person was shown, or that it is only tried */
export async function sendOut(
  { id, onto }: Release,
  body: { readonly version: number } | { readonly dry_run: boolean },
): Promise<void> {
  const params = { path: { change_set_id: id } };
  await (onto === 'drafts'
    ? bodyOf(api.POST('/change-sets/{change_set_id}/apply', { params, body }))
    : bodyOf(api.POST('/change-sets/{change_set_id}/publish', { params, body })));
}
