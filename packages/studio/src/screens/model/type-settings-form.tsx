/** What belongs to the type as a whole: how it is called, what names its entries, where their preview stands. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fieldTraits } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../api/types.ts';
import {
  Alert,
  Checkbox,
  GrowingTextarea,
  inPlace,
  Section,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '../../ui/index.ts';
import type { PreviewPictureProperties } from './preview-picture.tsx';
import type { WorkingType } from './working-type.ts';

/** Pixels of the picture of a component until its chooser is there, which most types never need. */
const PICTURE_HEIGHT = 96;
const PreviewPicture = inPlace<PreviewPictureProperties>(
  PICTURE_HEIGHT,
  async () => (await import('./preview-picture.tsx')).PreviewPicture,
);

interface TypeSettingsFormProperties {
  /** As it is saved. */
  readonly type: ContentType;
  readonly working: WorkingType;
  readonly change: (working: WorkingType) => void;
  readonly readOnly: boolean;
}

export function TypeSettingsForm({ type: saved, working, change, readOnly }: TypeSettingsFormProperties): ReactNode {
  const { t } = useLingui();
  const named = working.fields.filter(({ type }) => fieldTraits[type].mayBeDisplayed);
  const slugs = working.fields.filter(({ type }) => type === 'slug');
  const isSecret =
    working.preview_url === saved.preview_url && saved.warnings.some(({ path }) => path === 'preview_url');
  const choices = (fields: WorkingType['fields']) => fields.map(({ id: value, name: label }) => ({ value, label }));
  const isComponent = saved.kind === 'component';
  return (
    <Section title={isComponent ? t`Component settings` : t`Type settings`}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" style={{ alignItems: 'end' }}>
          <TextInput
            label={t`Name`}
            value={working.name}
            onChange={(event) => change({ ...working, name: event.currentTarget.value })}
            maxLength={200}
            readOnly={readOnly}
          />
          {!isComponent && <PreviewAddress working={working} change={change} readOnly={readOnly} />}
          <Select
            label={isComponent ? t`Summary field` : t`Title field`}
            data={choices(named)}
            value={working.display_field}
            onChange={(id) => change({ ...working, display_field: id })}
            clearable
            readOnly={readOnly}
          />
          {!isComponent && (
            <Select
              label={t`Slug field`}
              data={choices(slugs)}
              value={working.slug_field}
              onChange={(id) => change({ ...working, slug_field: id })}
              clearable
              readOnly={readOnly}
            />
          )}
        </SimpleGrid>
        {isSecret && (
          <Alert variant="light" color="yellow" title={t`The preview address may contain a secret`}>
            <Trans>Everyone who can read the model sees this address. Remove anything that should stay secret.</Trans>
          </Alert>
        )}
        <GrowingTextarea
          label={t`Description`}
          value={working.description}
          onChange={(event) => change({ ...working, description: event.currentTarget.value })}
          maxLength={2000}
          minRows={2}
          readOnly={readOnly}
        />
        {isComponent && (
          <PreviewPicture
            value={working.preview_picture}
            change={(id) => change({ ...working, preview_picture: id })}
            readOnly={readOnly}
          />
        )}
        {!isComponent && <FormerIds working={working} change={change} readOnly={readOnly} />}
      </Stack>
    </Section>
  );
}

type PartProperties = Omit<TypeSettingsFormProperties, 'type'>;

function PreviewAddress({ working, change, readOnly }: PartProperties): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput
      label={t`Preview address`}
      description={t`You can use ${'{slug}'}, ${'{id}'}, ${'{key}'}, ${'{locale}'}, ${'{environment}'} and ${'{preview}'}`}
      placeholder="https://example.com/{locale}/{slug}?preview={preview}"
      dir="ltr"
      value={working.preview_url ?? ''}
      onChange={(event) =>
        change({ ...working, preview_url: event.currentTarget.value === '' ? null : event.currentTarget.value })
      }
      readOnly={readOnly}
    />
  );
}

function FormerIds({ working, change, readOnly }: PartProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Checkbox
      label={t`Also deliver values under the former ids of fields`}
      description={t`Until every site reads the new ids`}
      checked={working.deliver_former_ids}
      onChange={(event) => change({ ...working, deliver_former_ids: event.currentTarget.checked })}
      disabled={readOnly}
    />
  );
}
