/** What is heard from the frame of a preview: any script of the site may send any value there. */
import { isObject } from '../../../../../contract/src/is-object.ts';
import type { FromPage } from '../../../page-script/messages.ts';

type Kind = FromPage['lectern'];
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

/** Longer than addresses, ids and ways to a field are. */
const CHARACTERS_MAX = 8_192;
/** More entries than a page shows. */
const ENTRIES_MAX = 10_000;

const isText = (value: unknown) => typeof value === 'string' && value.length <= CHARACTERS_MAX;
const isTexts = (value: unknown) => Array.isArray(value) && value.length <= ENTRIES_MAX && value.every(isText);

const SHAPES: Readonly<Record<Kind, Shape>> = {
  hello: { url: isText },
  ready: { url: isText, entries: isTexts },
  refreshed: {
    revision: Number.isSafeInteger,
    ok: (value) => typeof value === 'boolean',
    status: Number.isSafeInteger,
  },
  select: { entry: isText, field: isText, locale: (value) => value === null || isText(value) },
  navigate: { url: isText },
};

/** The message, if it is one that pages send; null otherwise. */
export function heardMessage(data: unknown): FromPage | null {
  if (!isObject(data) || typeof data.lectern !== 'string' || !Object.hasOwn(SHAPES, data.lectern)) return null;
  const shape = SHAPES[data.lectern as Kind];
  return Object.entries(shape).every(([name, isRight]) => isRight(data[name])) ? (data as unknown as FromPage) : null;
}
