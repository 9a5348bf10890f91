/** The field type `asset`: a link to an asset of the environment, kept by key. Whether the target is there, publishing asks. */
import { linkType } from './values/link-type.ts';

export const assetType = linkType('asset', ['mime_types', 'max_size']);
