/** The field type `entry`: a link to an entry of the environment, kept by key. Whether the target is there, publishing asks. */
import { linkType } from './values/link-type.ts';

export const entryType = linkType('entry', ['content_types']);
