/** What a release is called, and when it is planned for: the inputs of the two forms that set it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Release } from '../../api/types.ts';
import { localText, momentOf, zoneName } from '../../fields/moments.ts';
import { textIn } from '../../frame/form-dialog.tsx';
import { GrowingTextarea, TextInput } from '../../ui/index.ts';

const NAME_LENGTH_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 2_000;

export function ReleaseFields({ release }: { readonly release?: Release }): ReactNode {
  const { t } = useLingui();
  const zone = zoneName();
  return (
    <>
      <TextInput
        label={t`Name`}
        name="name"
        required
        maxLength={NAME_LENGTH_MAX}
        defaultValue={release?.name}
        data-autofocus
      />
      <GrowingTextarea
        label={t`Description`}
        name="description"
        maxLength={DESCRIPTION_LENGTH_MAX}
        minRows={2}
        defaultValue={release?.description}
      />
      <TextInput
        type="datetime-local"
        label={t`Planned for`}
        description={<Trans>For everyone to see; nothing happens by itself at that time. Time zone: {zone}</Trans>}
        name="planned_for"
        defaultValue={localText(release?.planned_for)}
      />
    </>
  );
}

/** What the inputs hold, as the API takes it. @param before what they were shown with: a date that is the same stays to the second */
export function releaseIn(
  given: FormData,
  before?: Pick<Release, 'planned_for'>,
): Pick<Release, 'name' | 'description' | 'planned_for'> {
  const planned = textIn(given, 'planned_for');
  const isSame = before !== undefined && planned === localText(before.planned_for);
  return {
    name: textIn(given, 'name'),
    description: textIn(given, 'description'),
    planned_for: isSame ? before.planned_for : momentOf(planned),
  };
}
