/** Removes the preview links of an environment that is deleted. */
import type { RemovalStep } from '../../../model/spaces/space-content.ts';
import { deleteLinksIn } from './store.ts';

export const removePreviewLinks: RemovalStep = async (writer, environment) => {
  await deleteLinksIn(writer, environment);
  return true;
};
