/** Where in the form a path of the server leads, with what is on the way there. */
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType, Locale } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { controlId } from '../place-of-value.ts';
import { type Block, blockList, fieldsOf, isStructured } from './blocks-in.ts';
import { innerKey } from './level.ts';

export interface InnerPlace {
  /** Id of the field of the entry that it is in. */
  readonly field: string;
  /** Code of the locale that is shown there. */
  readonly locale: string;
  /** Keys of the components around it, the outermost first. */
  readonly around: readonly string[];
  /** Id of the control of the value; undefined where the path ends at a block. */
  readonly control: string | undefined;
  /** What is around it, and its own field at the end: fields by their names, and blocks with the lists that they stand in. */
  readonly way: readonly (string | BlockOnWay)[];
}

interface BlockOnWay {
  readonly block: Block;
  readonly list: readonly Block[];
}

interface Known {
  readonly type: Pick<ContentType, 'fields'>;
  readonly types: readonly ContentType[];
  readonly locales: readonly Locale[];
}

/**
 * Where a path leads in the entry as it is shown. What is not found on the way, such as a block that was removed, ends it there.
 * @param path such as `fields.blocks.b3k9.title.de`
 */
export function innerPlaceOf(path: string, draft: Draft, { type, types, locales }: Known): InnerPlace {
  const [, ...left] = path.split('.');
  const standard = locales[0]?.code ?? '';
  const isLocale = (code: string | undefined) => locales.some((locale) => locale.code === code);
  const way: (string | BlockOnWay)[] = [];
  const around: string[] = [];
  const [top = ''] = left;
  let shown: string | null = null;
  let [fields, within, key]: [ContentType['fields'], string | null, string] = [type.fields, null, draft.address.key];
  let read = (id: string, locale: string): unknown => draft.value(id, locale);

  for (;;) {
    const id = left.shift() ?? '';
    const field = fields.find((one) => one.id === id);
    const isByLocale = within === null && (field === undefined || field.localized);
    const named = isLocale(left[0]) ? left[0] : undefined;
    const locale: string = within ?? (isByLocale ? (named ?? standard) : standard);
    // A component of one locale has no other shown around it.
    shown = named !== undefined && (left.length === 1 || isByLocale) ? named : (shown ?? locale);
    if (field !== undefined) way.push(field.name);
    const end = { field: top, locale: within ?? shown, around, way };
    const control = controlId(key, id, locale);
    if (field === undefined || !isStructured(field)) return { ...end, control };
    if (isByLocale && named !== undefined) left.shift();
    const value = read(id, locale);
    const blocks = field.type === 'blocks' ? blockList(value) : [];
    const block = blocks.find((one) => one.id === left[0]);
    const component = types.find(({ api_id }) => api_id === (block?.type ?? field.component));
    const isFound = field.type === 'blocks' ? block !== undefined : left.length > 0 && value !== undefined;
    const isInside = field.type === 'blocks' || component?.fields.some((one) => one.id === left[0]) === true;
    if (!isFound || !isInside || component === undefined) return { ...end, control };
    if (block !== undefined) {
      left.shift();
      way.push({ block, list: blocks });
    }
    within ??= field.localized ? locale : null;
    key = innerKey(key, { field, locale, block: block?.id ?? null });
    around.push(key);
    if (left.length === 0 || !component.fields.some((one) => one.id === left[0]))
      return { ...end, locale: within ?? shown, control: undefined };
    fields = within === null ? component.fields : component.fields.map((one) => ({ ...one, localized: false }));
    const values = fieldsOf(block ?? value);
    const isMap = (inner: string) => fields.find((one) => one.id === inner)?.localized === true;
    read = (inner, code) => {
      const found = values[inner];
      return isMap(inner) && isObject(found) ? found[code] : found;
    };
  }
}
