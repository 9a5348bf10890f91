/** The field type `entry`: a link to an entry of the environment, stored by key. Publishing checks that it exists. */
import { linkType } from './values/link-type.ts';

export const entryType = linkType('entry');
