/** The words of the parts that React does not make, in the person's language. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useWords(): Words {
  const { t } = useLingui();
  return {
    open: t`Open`,
    remove: t`Remove`,
    entry: t`Entry`,
    asset: t`Picture or file`,
    loading: t`Loading…`,
    missing: t`Not found`,
    language: t`Language`,
    uploading: t`Uploading a picture…`,
    withoutAlt: t({ message: 'No alternative text', comment: 'On a picture; a click leads to where it is written' }),
    alt: (text) => t({ message: `Alt: ${text}`, comment: 'The alternative text of a picture, below it' }),
    kept: (name) => t`Not allowed in this field, but kept: ${name}`,
    dropped: (count) =>
      t`${plural(count, {
        one: '# picture of what you pasted was left out.',
        other: '# pictures of what you pasted were left out.',
      })} Save and insert pictures as files.`,
    notUploaded: (reason) => t`A picture could not be uploaded. ${reason}`,
  };
}
