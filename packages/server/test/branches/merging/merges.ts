/** Shared by tests of merges: changing a clone, and merging it. */
import type { ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { cloneOf } from '../clone/clones.ts';

/** Merges a new clone of `master`, which has one more content type, back into it. @returns the id of the merge */
export async function mergedBranch(scene: Scene, name = 'branch'): Promise<string> {
  await cloneOf(scene, name);
  const type = { api_id: name, name, fields: [] };
  await scene.owner.post(`${scene.space}/environments/${name}/content-types`, type, 201);
  return (await mergeInto(scene, { from: name })).string('id');
}

/** Merges an environment into `master`, or another one. */
export function mergeInto(
  { owner, space }: Pick<Scene, 'owner' | 'space'>,
  body: { readonly from: string } & Readonly<Record<string, unknown>>,
  { into = 'master', status = 201 }: { into?: string; status?: number } = {},
): Promise<ApiResponse> {
  return owner.post(`${space}/environments/${into}/merges`, { dry_run: false, ...body }, status);
}
