/**
 * How a report names entries and assets of an export: by id, and by title if they have one, because an id means nothing to the
 * person who reads it.
 */

import { excerpt } from '../excerpt.ts';
import { type Titles, titleKey } from '../records.ts';
import type { ContentfulExport, SourceContentType, SourceItem } from './export-file.ts';
import { keyFor } from './keys.ts';
import { type SourceLocales, valueIn } from './source-values.ts';

const TITLE_CHARACTERS_MAX = 60;
const ASSET_TITLE = 'title';

/** Such as `entry 6Pna4O "Reading the tide"`. */
export function entryName(
  item: SourceItem,
  { displayField }: Pick<SourceContentType, 'displayField'>,
  locales: SourceLocales,
): string {
  return `entry ${titled(item, displayField ?? '', locales)}`;
}

/** Such as `asset 1x0xpX "The sea wall"`. */
export function assetName(item: SourceItem, locales: SourceLocales): string {
  return `asset ${titled(item, ASSET_TITLE, locales)}`;
}

/** The titles of all entries and assets, for naming items of which only the key is known. */
export function titlesOf(file: ContentfulExport, locales: SourceLocales): Titles {
  const displayFields = new Map(file.contentTypes.map((type) => [type.sys.id, type.displayField ?? '']));
  const displayFieldOf = ({ sys }: SourceItem) => displayFields.get(sys.contentType?.sys?.id ?? '') ?? '';
  return new Map([
    ...file.assets.map(
      (item) => [titleKey('asset', keyFor(item.sys.id)), titleIn(item, ASSET_TITLE, locales)] as const,
    ),
    ...file.entries.map(
      (item) => [titleKey('entry', keyFor(item.sys.id)), titleIn(item, displayFieldOf(item), locales)] as const,
    ),
  ]);
}

function titled(item: SourceItem, fieldId: string, locales: SourceLocales): string {
  const title = titleIn(item, fieldId, locales);
  return title === '' ? item.sys.id : `${item.sys.id} "${title}"`;
}

/** The title in the default locale, or in the first that has one; '' if none has. */
function titleIn(item: SourceItem, fieldId: string, locales: SourceLocales): string {
  const values = [
    valueIn(item, fieldId, locales.default),
    ...[...locales.codes].map((code) => valueIn(item, fieldId, code)),
  ];
  const title = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof title === 'string' ? excerpt(title.trim().replaceAll(/\s+/g, ' '), TITLE_CHARACTERS_MAX) : '';
}
