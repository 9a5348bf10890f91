/** Asks before an entry goes back to what readers see, in all languages or some, and shows what goes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Entry } from '../../../api/types.ts';
import { pathOf } from '../../../drafts/value-path.ts';
import { Compared } from '../../../fields/compared.tsx';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Alert, Checkbox, Group, LateSkeleton, Stack, Text } from '../../../ui/index.ts';
import { NewsList } from '../news-list.tsx';
import { type Difference, differencesOf, shownValues } from './differences.ts';
import { putBack } from './put-back.ts';
import { versionQuery } from './versions.ts';

const WAITING_HEIGHT = 96;

interface DiscardDialogProperties {
  readonly entry: Entry;
  /** What readers see. */
  readonly published: number;
  onClose(): void;
}

export function DiscardDialog({ entry, published, onClose }: DiscardDialogProperties): ReactNode {
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const { place, locales } = useSurroundings();
  const client = useQueryClient();
  const { data, error } = useQuery(versionQuery(place, entry.id, published));
  const [left, setLeft] = useState<readonly string[]>([]);
  // What is written or comes from others while the question is open goes too, and is shown.
  useDraft(draft, ({ state, entry: now }) => `${state.status} ${now?.version}`);
  const codes = locales.map(({ code }) => code);
  const now = shownValues(draft, type.fields, codes);
  const all = data === undefined ? [] : differencesOf(type.fields, codes, now, data.fields);
  const found = all.filter(({ locale }) => !left.includes(locale));
  const touched = locales.filter(({ code }) => all.some(({ locale }) => locale === code));

  async function discard(): Promise<void> {
    // What others changed stands above.
    draft.seen();
    await putBack(draft, type, new Map(found.map(({ field, locale, after }) => [pathOf(field.id, locale), after])));
    await client.invalidateQueries({ queryKey: [place.space, place.environment] });
  }

  return (
    <FormDialog title={t`Discard changes?`} action={t`Discard changes`} danger onSubmit={discard} onClose={onClose}>
      <Text size="sm">
        <Trans>
          These values go back to what readers see. What is here now stays in the history, and can be brought back from
          there.
        </Trans>
      </Text>
      <NewsList draft={draft} type={type} />
      {error !== null && <Alert color="red">{error.message}</Alert>}
      {data === undefined && error === null && <LateSkeleton height={WAITING_HEIGHT} />}
      {touched.length > 1 && (
        <Checkbox.Group
          label={t`Languages`}
          value={touched.map(({ code }) => code).filter((code) => !left.includes(code))}
          onChange={(chosen) => setLeft(codes.filter((code) => !chosen.includes(code)))}
        >
          <Group gap="md" mt={4}>
            {touched.map(({ code, name }) => (
              <Checkbox key={code} value={code} label={<bdi>{name}</bdi>} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {data !== undefined && all.length === 0 && (
        <Text size="sm">
          <Trans>Readers see these values already.</Trans>
        </Text>
      )}
      <Going differences={found} />
    </FormDialog>
  );
}

function Going({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return (
    <Stack gap="sm">
      {differences.map(({ field, locale, before, after }) => (
        <section key={`${field.id} ${locale}`}>
          <Text size="sm" fw={600} component="h3">
            {nameOfValue(field, locale)}
          </Text>
          <Compared field={field} before={before} after={after} />
        </section>
      ))}
    </Stack>
  );
}
