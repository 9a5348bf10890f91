/** Finds the ids of the demo that the examples of the API reference show, so that its requests work as they are. */
import type { ExampleIds } from '../../platform/http/openapi/example-ids.ts';
import type { ServiceClient } from '../service-client.ts';

interface Named {
  readonly id: string;
  readonly code?: string;
  readonly kind?: string;
}

/** @param client logged in as the owner of the demo */
export async function findDemoIds(client: ServiceClient, space: string): Promise<ExampleIds> {
  const get = <Body>(path: string) => client.send({ method: 'GET', path }) as Promise<Body>;
  const listOf = async (path: string) => (await get<{ items: readonly Named[] }>(path)).items;
  const idIn = (items: readonly Named[], fits: (item: Named) => boolean) => items.find(fits)?.id ?? '';
  const me = await get<{ user: Named; account: Named }>('/auth/me');
  const environment = await get<Named>(`/spaces/${space}/environments/master`);
  const [type] = await listOf(`/spaces/${space}/environments/master/content-types?limit=1`);
  const locales = await listOf(`/spaces/${space}/locales`);
  const keys = await listOf(`/spaces/${space}/api-keys`);
  return {
    account: me.account.id,
    user: me.user.id,
    session: idIn(await listOf('/auth/sessions'), (item) => 'current' in item && item.current === true),
    space,
    environment: environment.id,
    environmentCode: `_${type?.id.split('_')[1]}_`,
    englishLocale: idIn(locales, ({ code }) => code === 'en-US'),
    germanLocale: idIn(locales, ({ code }) => code === 'de'),
    deliveryKey: idIn(keys, ({ kind }) => kind === 'delivery'),
    previewKey: idIn(keys, ({ kind }) => kind === 'preview'),
    managementKey: idIn(keys, ({ kind }) => kind === 'management'),
  };
}
