/** The values of an entry as its page may show them: where each stands in the page's words, and in the form. */
import { isObject } from '../../../../../contract/src/is-object.ts';
import type { ContentType, Field, Locale } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { blockList, fieldsOf, isStructured } from '../../../fields/blocks/blocks-in.ts';
import { innerKey } from '../../../fields/blocks/level.ts';
import { controlId, fallbacksOf } from '../../../fields/place-of-value.ts';
import { fieldTypeOf } from '../../../fields/registry.ts';
import type { KnownText } from '../../../page-script/messages.ts';

/** Shorter texts stand everywhere in a page. */
const CHARACTERS_MIN = 2;
/** More than a page shows. */
const TEXTS_MAX = 3_000;

/** What the values are those of. */
export interface EntryModel {
  readonly type: ContentType;
  readonly types: readonly ContentType[];
  /** The default one first. */
  readonly locales: readonly Locale[];
}

export interface ShownValue {
  readonly field: Field;
  /** The way to it, as pages name it: `blocks.b3k9.title`. */
  readonly path: string;
  /** Undefined without one; along the fallbacks of the locale. */
  readonly value: unknown;
  /** Id of its control in the form. */
  readonly control: string;
}

/** A level of fields on the way. */
interface Level {
  readonly path: string;
  readonly key: string;
  /** The locale of the value around it; null where that belongs to none. */
  readonly within: string | null;
  read(field: string, locale: string): unknown;
}

/** The values as a page in a locale shows them, in the order of the form's fields. */
export function* valuesShown(
  draft: Pick<Draft, 'address' | 'value'>,
  model: EntryModel,
  locale: Locale,
): Generator<ShownValue> {
  const top = { path: '', key: draft.address.key, within: null, read: draft.value.bind(draft) };
  yield* valuesOf(model.type.fields, top, { model, locale });
}

function* valuesOf(
  fields: readonly Field[],
  level: Level,
  shown: { readonly model: EntryModel; readonly locale: Locale },
): Generator<ShownValue> {
  const { model, locale } = shown;
  const standard = model.locales[0]?.code ?? '';
  for (const field of fields) {
    const isByLocale = level.within === null && field.localized;
    const code = level.within ?? (isByLocale ? locale.code : standard);
    const path = level.path + field.id;
    const codes = isByLocale ? [code, ...fallbacksOf(locale, model.locales).map((other) => other.code)] : [code];
    const value = codes.map((one) => level.read(field.id, one)).find((one) => one !== undefined);
    if (!isStructured(field)) yield { field, path, value, control: controlId(level.key, field.id, code) };
    else
      for (const { component, fields: values, block } of componentsIn(field, value, model)) {
        const within = level.within ?? (field.localized ? code : null);
        const inner = {
          path: `${path}.${block === null ? '' : `${block}.`}`,
          key: innerKey(level.key, { field, locale: code, block }),
          within,
          read: (id: string, of: string) => {
            const found = values[id];
            const isMap = within === null && component.fields.some((one) => one.id === id && one.localized);
            return isMap && isObject(found) ? found[of] : found;
          },
        };
        yield* valuesOf(component.fields, inner, shown);
      }
  }
}

/** The components in a value: several in a list of blocks, each with its id. */
function componentsIn(field: Field, value: unknown, { types }: EntryModel) {
  const found =
    field.type === 'blocks'
      ? blockList(value).map(({ id, type, fields }) => ({ block: id, type, fields }))
      : [{ block: null, type: field.component, fields: fieldsOf(value) }];
  return found.flatMap(({ block, type, fields }) => {
    const component = types.find(({ api_id }) => api_id === type);
    return component === undefined ? [] : [{ block, component, fields }];
  });
}

/** The texts by which a page without names is looked through. @param entry its id, as pages know it */
export function textsShown(
  entry: string,
  values: Iterable<ShownValue>,
  { type, locale }: { readonly type: Pick<ContentType, 'slug_field'>; readonly locale: Locale },
): KnownText[] {
  const texts: KnownText[] = [];
  for (const { field, path, value } of values) {
    if (value === undefined || field.id === type.slug_field) continue;
    const place = { entry, field: path, locale: locale.code, name: field.name };
    for (const text of textsOf(field, value)) if (texts.length < TEXTS_MAX) texts.push({ ...place, text });
  }
  return texts;
}

/** What of a value stands in a page as it is: the whole, and each line of it. */
function textsOf(field: Field, value: unknown): readonly string[] {
  const { comparison, length, text } = fieldTypeOf(field);
  // Numbers and dates stand in a page in a form of its own, and in many other places.
  if (length === undefined && comparison !== 'blocks') return [];
  const whole = text(value);
  return [...new Set([whole, ...whole.split('\n')])].filter((one) => one.trim().length >= CHARACTERS_MIN);
}
