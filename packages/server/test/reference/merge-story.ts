/** Requests on merges, recorded as examples: a clone gets one more author, who comes to `master` and goes again. */
import { untilCloned } from '../clone/stage.ts';
import type { Teller } from './teller.ts';

/** The environment that is merged in the examples. */
export const BRANCH = 'spring-issue';
const CODE_EXAMPLE = 'k7m2qd';
const page = { limit: 1, skip: 0 };

export async function tellMerges({ demo: { owner: by }, recorder, space }: Teller): Promise<void> {
  const spacePath = `/spaces/${space.space_id}`;
  await by.post(`${spacePath}/environments/master/clone`, { name: BRANCH }, 201);
  await untilCloned(by, spacePath, BRANCH);
  const entry = { content_type_id: 'author', fields: { name: 'Nadia Brook' } };
  const made = await by.put(`${spacePath}/environments/${BRANCH}/entries/nadia-brook`, entry, 201);
  const [, code = ''] = made.string('id').split('_');
  recorder.replace(code, CODE_EXAMPLE);
  const environment = '/spaces/{space_id}/environments/{environment}';
  await recorder.tell(`GET ${environment}/compare`, {
    by,
    path: { ...space, environment: BRANCH },
    query: { to: 'master' },
    each: { ...page, content_types: 'author', entries: 'nadia-brook' },
  });
  const path = { ...space, environment: 'master' };
  await recorder.tell(`POST ${environment}/merges`, { by, path, body: { from: BRANCH } });
  const merged = await recorder.tell(`POST ${environment}/merges`, {
    by,
    path,
    body: { from: BRANCH, dry_run: false },
  });
  await recorder.tell(`GET ${environment}/merges`, { by, path, each: page });
  const one = { ...path, merge_id: merged.string('id') };
  await recorder.tell(`GET ${environment}/merges/{merge_id}`, { by, path: one });
  await recorder.tell(`POST ${environment}/merges/{merge_id}/undo`, { by, path: one });
  await by.delete(`${spacePath}/environments/${BRANCH}`, 204);
}
