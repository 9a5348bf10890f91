/** The field type `asset`: a link to an asset of the environment, stored by key. Publishing checks that it exists. */
import { linkType } from './values/link-type.ts';

export const assetType = linkType('asset');
