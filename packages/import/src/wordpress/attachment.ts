/** Converts an attachment to an asset, and finds where its file may be in a copy of the uploads. */

import { decodedPath, type ExportedFile, placesInside } from '../exported-file.ts';
import type { Notes } from '../notes.ts';
import type { AssetRecord } from '../records.ts';
import { hostIn, uploadPath } from './addresses.ts';
import { assetKey } from './keys.ts';
import { plainText } from './plain-text.ts';
import type { PostFacts } from './site.ts';
import { timeOf } from './times.ts';
import { metaValue, type WxrItem } from './wxr/wxr-item.ts';

const TITLE_CHARACTERS_MAX = 512;

/** Converts one attachment; losses are noted. */
export function convertAttachment(item: WxrItem, locale: string, about: string, notes: Notes): AssetRecord {
  const caption = plainText(item.excerpt);
  const description = plainText(item.content);
  if (caption !== '' && description !== '' && caption !== description)
    notes.add('changed', `${about}, description`, 'It has a caption and a description; they became one text.');
  if (item.comments > 0)
    notes.add('left_out', about, 'Its comments were left out: there are none here.', item.comments);
  const created = timeOf(item.date) ?? timeOf(item.localDate);
  const name =
    decodedPath(item.attachmentUrl.split(/[?#]/, 1)[0] ?? '')
      .split('/')
      .at(-1) ?? '';
  return {
    key: assetKey(item.id),
    ...text('title', [...plainText(item.title)].slice(0, TITLE_CHARACTERS_MAX).join(''), locale),
    ...text('description', [...new Set([caption, description])].filter((part) => part !== '').join('\n\n'), locale),
    ...text('alt', plainText(metaValue(item, '_wp_attachment_image_alt')), locale),
    ...(name === '' ? {} : { file_name: name }),
    ...(created === null ? {} : { created_at: created, updated_at: timeOf(item.modified) ?? created }),
  };
}

/** Where the file of an attachment may be, relative to a folder of the uploads or of the whole site. */
export function attachmentFile(post: PostFacts, about: string): ExportedFile {
  const path = uploadPath(post.url);
  const fileName = path.split('/').at(-1) ?? '';
  const places = [post.file, path].flatMap((place) =>
    place === '' ? [] : [place, `uploads/${place}`, `wp-content/uploads/${place}`, `${hostIn(post.url)}/${place}`],
  );
  return { key: assetKey(post.id), about, fileName, places: placesInside([...places, fileName]) };
}

function text(name: 'title' | 'description' | 'alt', value: string, locale: string): Partial<AssetRecord> {
  return value === '' ? {} : { [name]: { [locale]: value } };
}
