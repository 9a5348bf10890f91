/** What a content type is in code: checked as it is written, as far as it can be without its neighbours. */
import { FIELD_ID_PATTERN, fieldTraits, itemTypeNames } from '../../../contract/src/fields.ts';
import { isKey } from '../../../contract/src/keys.ts';
import { commonSettings, fieldCode } from './field-code.ts';
import {
  BRAND,
  type ComponentSettings,
  type ComponentType,
  type ContentType,
  type EntryType,
  type Field,
  type TypeSettings,
} from './types.ts';

const FIELD_ID = new RegExp(`^${FIELD_ID_PATTERN}$`);
const TYPE_SETTINGS = {
  name: true,
  description: true,
  display: true,
  slug: true,
  previewUrl: true,
  previewPicture: true,
  deliverFormerIds: true,
  layout: true,
  fields: true,
} as const satisfies Record<keyof TypeSettings, true>;

/** A type of entries. @throws TypeError that names the field which is wrong */
export function defineType(apiId: string, settings: TypeSettings): EntryType {
  return checked({ [BRAND]: true, kind: 'entry', apiId, settings });
}

/** A component: its fields stand inside the values of others. @throws TypeError that names the field which is wrong */
export function defineComponent(apiId: string, settings: ComponentSettings): ComponentType {
  return checked({ [BRAND]: true, kind: 'component', apiId, settings });
}

/** Whether something is a content type. */
export function isContentType(value: unknown): value is ContentType {
  return typeof value === 'object' && value !== null && BRAND in value;
}

function checked<T extends ContentType>(type: T): T {
  const { apiId, settings } = type;
  if (!isKey(apiId))
    throw new TypeError(`${apiId}: the id of a type is 1 to 64 letters, digits, dots, hyphens and underscores.`);
  refuseUnknown(apiId, settings, Object.keys(TYPE_SETTINGS));
  const ids = Object.keys(settings.fields);
  for (const id of ids) checkField(`${apiId}.${id}`, id, settings.fields[id]);
  for (const setting of ['display', 'slug'] as const) {
    const id = settings[setting];
    if (id === undefined) continue;
    const field = settings.fields[id];
    if (!Object.hasOwn(settings.fields, id) || field === undefined)
      throw new TypeError(`${apiId}.${setting}: there is no field "${id}"; the fields are ${ids.join(', ')}.`);
    const fits = setting === 'slug' ? field.type === 'slug' : fieldTraits[field.type].mayBeDisplayed;
    if (!fits)
      throw new TypeError(
        `${apiId}.${setting}: "${id}" is made by ${fieldCode[field.type].builder}(), which cannot be it.`,
      );
  }
  return type;
}

function checkField(place: string, id: string, field: Field | undefined): void {
  if (!FIELD_ID.test(id))
    throw new TypeError(
      `${place}: the id of a field is 1 to 64 letters, digits and underscores, and begins with a letter.`,
    );
  if (typeof field !== 'object' || field === null || !Object.hasOwn(fieldCode, field.type))
    throw new TypeError(`${place}: make the field with one of ${builders()}.`);
  const { builder, limits } = fieldCode[field.type];
  const { mayBeUnique } = fieldTraits[field.type];
  const common = Object.keys(commonSettings).filter((name) => name !== 'unique' || mayBeUnique);
  refuseUnknown(place, field.settings, [...common, 'previously', ...Object.keys(limits)], `${builder}()`);
  if (field.types !== undefined && typeof field.types !== 'function')
    throw new TypeError(`${place}: give ${builder}() its types as a function, such as () => author.`);
  if (field.type === 'array') checkItems(place, field.items);
}

/** What is said of the list as a whole is no setting of its items. */
function checkItems(place: string, items: Field | undefined): void {
  if (items === undefined || !itemTypeNames.some((name) => name === items.type)) {
    const names = itemTypeNames.map((name) => `${fieldCode[name].builder}()`).join(', ');
    throw new TypeError(`${place}: give list() its items as one of ${names}.`);
  }
  const { builder, limits } = fieldCode[items.type];
  refuseUnknown(place, items.settings, Object.keys(limits), `${builder}() inside of list()`);
}

function refuseUnknown(place: string, settings: object, known: readonly string[], what = 'a type'): void {
  const unknown = Object.keys(settings).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const takes = known.length === 0 ? 'nothing' : known.join(', ');
    throw new TypeError(`${place}: ${what} takes no "${unknown}"; it takes ${takes}.`);
  }
}

function builders(): string {
  return Object.values(fieldCode)
    .map(({ builder }) => `${builder}()`)
    .join(', ');
}
