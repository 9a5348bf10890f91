/**
 * The delivery key that Studio reads with where it shows what readers see. The tokens of other keys are shown only once, so
 * that Studio has none. It is kept in the memory of the tab and ends by itself; a person has one of them at a time.
 */
import { accepted, api, bodyOf } from '../../../api/client.ts';
import { Unreachable } from '../../../api/problem.ts';
import { apiKeysQuery, type Place, queryClient } from '../../../api/queries.ts';

/** How the key is called in the list of keys. It is found by its name, so it has the same one in every language. */
export const READER_KEY = 'Studio: what readers see';

const LASTS_MS = 24 * 60 * 60 * 1000;
const REFUSED = 401;

/** The tokens by space and environment. */
const tokens = new Map<string, string>();

/**
 * Asks an address of the delivery plane as a site would: with a key alone, not with the session.
 * @param person id of whoever asks, who may manage keys
 * Throws `ApiProblem`, `Unreachable` or `SessionEnded`.
 */
export async function readAsSite(place: Place, person: string, address: string): Promise<unknown> {
  const name = `${place.space}/${place.environment}`;
  const known = tokens.get(name);
  const answer = known === undefined ? null : await delivered(address, known);
  // It has ended, or was deleted in the settings or by another tab.
  if (answer !== null && answer.status !== REFUSED) return (await accepted(answer)).json();
  const token = await newToken(place, person);
  tokens.set(name, token);
  return (await accepted(await delivered(address, token))).json();
}

/** Makes a key in place of the one that the person had before. */
async function newToken({ space, environment }: Place, person: string): Promise<string> {
  const keys = await queryClient.fetchQuery(apiKeysQuery(space));
  for (const { id, name, created_by: maker, environments } of keys) {
    if (name !== READER_KEY || maker !== person || environments?.[0] !== environment) continue;
    const params = { path: { space_id: space, key_id: id } };
    await bodyOf(api.DELETE('/spaces/{space_id}/api-keys/{key_id}', { params }));
  }
  const body = {
    name: READER_KEY,
    kind: 'delivery' as const,
    environments: [environment],
    expires_at: new Date(Date.now() + LASTS_MS).toISOString(),
  };
  const { token } = await bodyOf(
    api.POST('/spaces/{space_id}/api-keys', { params: { path: { space_id: space } }, body }),
  );
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery(space).queryKey });
  return token;
}

async function delivered(address: string, token: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(address, { headers, credentials: 'omit' }).catch((error: unknown) => {
    throw new Unreachable(error);
  });
}
