/** Random changes of content types and locales. */
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field } from '../../../../testing/src/given.ts';
import { type Changing, type Operations, someEnvironment } from './operations.ts';

const DEFAULT_LOCALE = 'en-US';
const LOCALES = ['de', 'fr', 'it'];
const EXTRAS = 3;

interface TypeField {
  readonly id: string;
}

export const modelOperations: Operations = {
  'describe a type': [
    1,
    (changing) => {
      const path = `${someEnvironment(changing)}/content-types/author`;
      return changing.owner().patch(path, { description: `Version ${changing.random.below(1_000)}` });
    },
  ],
  'rename a field': [
    1,
    (changing) =>
      changeFields(changing, (fields) =>
        fields.map((one) =>
          isCity(one) ? { ...one, id: `city${changing.random.below(3)}`, previous_id: one.id } : one,
        ),
      ),
  ],
  'delete or add a field': [
    1,
    (changing) =>
      changeFields(changing, (fields) =>
        fields.some(isCity)
          ? fields.filter((one) => !isCity(one))
          : [...fields, field(`city${changing.random.below(3)}`, 'string')],
      ),
  ],
  'add a type': [
    1,
    (changing) => {
      const type = { api_id: 'extra', name: 'Extra', display_field: 'x', fields: [field('x', 'string')] };
      return changing.owner().post(`${someEnvironment(changing)}/content-types`, type);
    },
  ],
  'use a type': [
    2,
    async (changing) => {
      const path = `${someEnvironment(changing)}/entries/${someExtra(changing)}`;
      const fields = { x: `Extra ${changing.random.below(9)}` };
      const made = await changing.owner().put(path, { content_type_id: 'extra', fields });
      await changing.owner().post(`${path}/publish`);
      return made;
    },
  ],
  'delete a type': [
    1,
    async (changing) => {
      const base = someEnvironment(changing);
      for (let n = 0; n < EXTRAS; n++) {
        await changing.owner().post(`${base}/entries/extra-${n}/unpublish`);
        await changing.owner().delete(`${base}/entries/extra-${n}`);
      }
      return changing.owner().delete(`${base}/content-types/extra`);
    },
  ],
  'add a locale': [
    1,
    ({ random, scene, owner }) => {
      const locale = { code: random.pick(LOCALES), optional: true, fallback: random.pick([null, DEFAULT_LOCALE]) };
      return owner().post(`${scene.space}/locales`, locale);
    },
  ],
  'change a locale': [
    1,
    (changing) =>
      onLocale(changing, (path) =>
        changing.owner().patch(path, { fallback: changing.random.pick([null, DEFAULT_LOCALE]) }),
      ),
  ],
  'delete a locale': [
    1,
    (changing) => onLocale(changing, (path) => changing.owner().delete(`${path}?confirm_data_loss=true`)),
  ],
};

const someExtra = ({ random }: Changing) => `extra-${random.below(EXTRAS)}`;
const isCity = ({ id }: TypeField) => id.startsWith('city');

async function changeFields(changing: Changing, change: (fields: TypeField[]) => object[]): Promise<ApiResponse> {
  const path = `${someEnvironment(changing)}/content-types/author`;
  const type = await changing.owner().get(path);
  if (type.status !== 200) return type;
  const fields = change(type.list('fields') as TypeField[]);
  return changing.owner().patch(`${path}?confirm_data_loss=true`, { fields });
}

async function onLocale({ random, scene, owner }: Changing, act: (path: string) => Promise<ApiResponse>) {
  const locales = (await owner().get(`${scene.space}/locales`, 200)).list('items') as { id: string; code: string }[];
  const others = locales.filter(({ code }) => code !== DEFAULT_LOCALE);
  return others.length === 0 ? undefined : act(`${scene.space}/locales/${random.pick(others).id}`);
}
