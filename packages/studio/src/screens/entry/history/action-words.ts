/** What made a version, in words. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const words: Readonly<Record<string, MessageDescriptor>> = {
  create: msg`Created`,
  update: msg`Changed`,
  autosave: msg`Changed`,
  publish: msg`Published`,
  unpublish: msg`Unpublished`,
  archive: msg`Archived`,
  unarchive: msg`Unarchived`,
  restore: msg`Restored`,
  import: msg`Imported`,
  merge: msg`Merged`,
};

/** An action that this Studio does not know is shown as the server names it. */
export function actionWords(action: string): MessageDescriptor {
  return words[action] ?? { id: action, message: action };
}
