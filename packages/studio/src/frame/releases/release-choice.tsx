/** Which release entries go into: one that is open, or one that is made for it. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Place } from '../../api/queries.ts';
import type { Release } from '../../api/types.ts';
import { Select, TextInput } from '../../ui/index.ts';
import { textIn } from '../form-dialog.tsx';

/** No id of a release is like it. */
const NEW = 'new';
const NAME_LENGTH_MAX = 100;

interface ReleaseChoiceProperties {
  /** Those that can be chosen. */
  readonly releases: readonly Release[];
}

export function ReleaseChoice({ releases }: ReleaseChoiceProperties): ReactNode {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(releases[0]?.id ?? NEW);
  return (
    <>
      {releases.length > 0 && (
        <Select
          label={t`Release`}
          name="release"
          data={[
            ...releases.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: t`Make a new release` },
          ]}
          value={chosen}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t`No release is called that.`}
          onChange={(id) => setChosen(id ?? NEW)}
          data-autofocus
        />
      )}
      {chosen === NEW && (
        <TextInput
          label={t`Name of the new release`}
          name="name"
          required
          maxLength={NAME_LENGTH_MAX}
          {...(releases.length === 0 ? { 'data-autofocus': true } : {})}
        />
      )}
    </>
  );
}

/** The release that a form with the choice names. It is made where it is a new one. */
export async function chosenRelease(
  given: FormData,
  { space, environment }: Place,
  { releases, onto }: ReleaseChoiceProperties & { readonly onto: Release['onto'] },
): Promise<Pick<Release, 'id' | 'name'>> {
  const known = releases.find(({ id }) => id === textIn(given, 'release'));
  if (known !== undefined) return known;
  const params = { path: { space_id: space, environment } };
  const body = { name: textIn(given, 'name'), onto };
  return bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/change-sets', { params, body }));
}
